import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** Why a change of a visit is refused; said by the server alone, so that no page carries it. */
export const refusalMessages = defineMessages('appointments/refusal', {
  tooLateToMove: (hours: number) =>
    plural(hours, {
      one: 'A visit can be moved here until 1 hour before it begins. Please call the clinic.',
      other: `A visit can be moved here until ${hours} hours before it begins. Please call the clinic.`,
    }),
  tooLateToCancel: (hours: number) =>
    plural(hours, {
      one: 'A visit can be cancelled here until 1 hour before it begins. Please call the clinic.',
      other: `A visit can be cancelled here until ${hours} hours before it begins. Please call the clinic.`,
    }),
  movedTwice: 'You have moved this visit twice. To move it again, please call the clinic.',
  firstVisitStays: 'The clinic confirms your first visit at this time. For another time, cancel it and book again.',
  orConfirm: 'Or confirm your e-mail or your mobile number in your profile, and book more.',
  cannotMoveAny: 'This appointment can no longer be moved.',
  arrivalOnlyOnDate: (date: string) => `An arrival can be marked on ${date}.`,
  arrivalNotBegun: 'An arrival can be marked only before the treatment begins.',
  onlyStaffOverbook: 'Only the clinic can book over what is taken.',
  servicesFinal: 'The services of a visit that is completed or cancelled stay as they are.',
  servicesPaid: 'This visit is paid. Its services stay as they are.',
  sameServices: 'The visit has these services already.',
  nothingToUndo: 'There is nothing to undo: the appointment was changed meanwhile.',
  undoOthers: 'Only the person who made the last change can undo it.',
  undoTooLate: (minutes: number) => `A change can be undone for ${minutes} minutes.`,
  undoSent: 'The client has been sent a message about this change. The change stays.',
  undoPaid: 'This visit was paid or a payment was voided meanwhile. The change stays.',
})
