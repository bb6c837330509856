import { defineMessages } from '#shared/lib/language.ts'

/** The queue of people who come without an appointment. */
export const walkInMessages = defineMessages('walk-ins', {
  title: 'Walk-ins waiting',
  number: (number: number) => `No. ${String(number)}`,
  actionFor: (action: string, name: string) => `${action}: ${name}`,
  nowWith: 'NOW WITH …',
  pay: 'PAY',
  left: 'Left',

  failedToLoad: 'Failed to load the walk-ins.',
  notFound: 'Walk-in not found.',
  notOfToday: 'This walk-in is of another day. Please add the client again.',
  isOver: (name: string) => `${name} is not waiting any more.`,
  alreadyWaiting: (name: string, number: number) => `${name} is waiting already, with number ${String(number)}.`,
  doesNotFit: 'A visit that begins now would not be over by closing, or the clinic is not open.',
  nobodyOnDuty: 'Nobody who does this is on duty now.',

  service: 'Service',
  serviceHint: 'With a service the client gets a number. Without one the client is only put on file.',
  serviceRequired: 'Choose a service.',
  how: 'What happens now',
  waits: 'Waits',
  waitsHint: 'Gets a number in the queue of today.',
  takenIn: 'Now with …',
  takenInHint: 'The visit begins now.',
  practitioner: 'With whom',
  nobodyInParticular: 'Nobody in particular',
  free: 'Free',
  failedToLoadPeople: 'Failed to load who is free.',

  knownHint: 'Name, e-mail or number. Pick the client if they are on file.',
  newPerson: (name: string) => `New client: ${name}`,
  onFile: 'On file',

  added: (number: number) => `Number ${String(number)}`,
  addedHint: (name: string) => `${name} is waiting.`,
  failedToAdd: 'The walk-in was not added to the queue.',
  begun: 'The visit has begun.',
  notTakenIn: 'The visit has not begun.',
  takeInTitle: (name: string) => `Take in ${name}`,
  takeIn: 'BEGIN VISIT',
  takingIn: 'BEGINNING...',
  markedLeft: (name: string) => `${name} has left.`,
  notMarkedLeft: 'The walk-in was not changed.',
  isBack: (name: string) => `${name} is waiting again.`,
  undo: 'UNDO',
})
