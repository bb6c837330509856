import { defineMessages } from '#shared/lib/language.ts'

/** Texts about the queue of clients who came without an appointment. */
export const walkInMessages = defineMessages('walk-ins', {
  title: 'Walk-ins waiting',
  number: (number: number) => `No. ${String(number)}`,
  actionFor: (action: string, name: string) => `${action}: ${name}`,
  nowWith: 'START WITH …',
  pay: 'PAY',
  left: 'Has left',

  failedToLoad: 'Failed to load the walk-ins.',
  notFound: 'Walk-in not found.',
  notOfToday: 'This walk-in is from another day. Please add the client again.',
  isOver: (name: string) => `${name} is no longer waiting.`,
  alreadyWaiting: (name: string, number: number) => `${name} is waiting already, with number ${String(number)}.`,
  doesNotFit: 'A visit that starts now would not end before closing, or the clinic is closed.',
  nobodyOnDuty: 'No practitioner for this service is on duty now.',

  service: 'Service',
  serviceHint: 'Choose a service to give the client a number. Without a service only the client record is added.',
  serviceRequired: 'Choose a service.',
  how: 'What happens now',
  waits: 'Wait in the queue',
  waitsHint: 'The client gets a number in today’s queue.',
  takenIn: 'Start now with …',
  takenInHint: 'The visit starts now.',
  practitioner: 'With whom',
  nobodyInParticular: 'No particular practitioner',
  free: 'Free now',
  failedToLoadPeople: 'Failed to load the practitioners.',

  knownHint: 'Name, e-mail or number. Choose the client if they are on file.',
  newPerson: (name: string) => `New client: ${name}`,
  onFile: 'Client on file',

  added: (number: number) => `Walk-in number ${String(number)}`,
  addedHint: (name: string) => `${name} is waiting.`,
  failedToAdd: 'The walk-in was not added to the queue.',
  begun: 'The visit has started.',
  notTakenIn: 'The visit could not be started.',
  takeInTitle: (name: string) => `Start visit: ${name}`,
  takeIn: 'START VISIT',
  takingIn: 'STARTING...',
  markedLeft: (name: string) => `${name} has left.`,
  notMarkedLeft: 'The queue of walk-ins could not be changed.',
  isBack: (name: string) => `${name} is waiting again.`,
  undo: 'UNDO',
})
