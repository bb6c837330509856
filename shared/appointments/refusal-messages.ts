import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** Why a change of a visit is refused. Only the server uses these texts, so no page loads them. */
export const refusalMessages = defineMessages('appointments/refusal', {
  tooLateToMove: (hours: number) =>
    plural(hours, {
      one: 'You can move a visit online until 1 hour before it begins. Please call the clinic.',
      other: `You can move a visit online until ${hours} hours before it begins. Please call the clinic.`,
    }),
  tooLateToCancel: (hours: number) =>
    plural(hours, {
      one: 'You can cancel a visit online until 1 hour before it begins. Please call the clinic.',
      other: `You can cancel a visit online until ${hours} hours before it begins. Please call the clinic.`,
    }),
  movedTwice: 'You have moved this visit twice. To move it again, please call the clinic.',
  firstVisitStays:
    'Your first visit cannot be moved before the clinic confirms it. To change the time, cancel it and book again.',
  orConfirm: 'You can also confirm your e-mail or mobile number in your profile to book more.',
  personNotFree: (names: string) =>
    `This time is not free with ${names}. Choose another time, or somebody else for this one.`,
  cannotMoveAny: 'This appointment can no longer be moved.',
  arrivalOnlyOnDate: (date: string) => `You can mark the arrival only on ${date}.`,
  arrivalNotBegun: 'An arrival can be marked only before the treatment begins.',
  onlyStaffOverbook: 'Only the clinic can book over a taken time.',
  servicesFinal: 'The services of a completed or cancelled visit cannot be changed.',
  servicesPaid: 'This visit is paid. Its services can no longer be changed.',
  sameServices: 'The visit has these services already.',
  nothingToUndo: 'This can no longer be undone: the appointment has changed since.',
  undoOthers: 'Only the person who made the last change can undo it.',
  undoTooLate: (minutes: number) => `A change can be undone only within ${minutes} minutes.`,
  undoSent: 'The client has been sent a message about this change. The change stays.',
  undoPaid: 'This visit was paid, or its payment was voided, since then. The change stays.',
})
