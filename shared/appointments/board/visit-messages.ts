import { defineMessages } from '#shared/lib/language.ts'
import { plural } from '#shared/lib/numbers.ts'

/** Texts about a visit on its day: arrival, notes and undoing a change. */
export const visitMessages = defineMessages('appointments/board/visit', {
  arrived: 'ARRIVED',
  notArrived: 'NOT HERE YET',
  markedArrived: (client: string) => `${client} is here.`,
  arrivalTakenBack: 'The arrival has been undone.',
  arrivalFailed: 'The arrival was not saved.',
  waiting: (time: string) => `Here: ${time}`,
  arrivedAt: (time: string) => `Arrived at ${time}`,
  late: 'Late',
  overbookedWhy: (reason: string) => `Overbooked: ${reason}`,
  noShows: 'No-shows',
  noShowMark: (count: number, last: string) =>
    plural(count, { one: `1 no-show, on ${last}`, other: `${count} no-shows, the last on ${last}` }),

  visit: 'Visit',
  detailsOf: (client: string) => `Details: ${client}`,
  note: 'Note for staff',
  noteHint: 'Only staff see this note. The client gets it only by downloading their data.',
  noteOf: 'Note:',
  saveNote: 'Save note',
  saving: 'Saving...',
  noteSaved: 'The note has been saved.',
  noteNotSaved: 'The note was not saved.',
  close: 'Close',

  changeServices: 'Change services',
  saveServices: 'Save services',
  servicesChanged: 'The services have been changed.',
  servicesNotChanged: 'The services were not changed.',

  undo: 'UNDO',
  undone: 'The change has been undone.',
  isAgain: (status: string) => `The appointment is ${status} again.`,
  notUndone: 'The change was not undone.',
  justCancelled: 'Cancelled just now',
})
