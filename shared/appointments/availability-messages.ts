import { defineMessages } from '#shared/lib/language.ts'

/** What the last step of the booking page says about people and free times. It is loaded with that step. */
export const availabilityMessages = defineMessages('appointments/availability', {
  withWhom: 'With whom?',
  with: 'With',
  withName: (name: string) => `with ${name}`,
  anyone: 'Anyone',
  anyoneHint: 'Whoever is free: the most times to choose from.',
  nearest: 'The nearest free times',
  dayAndTime: (day: string, time: string) => `${day}, ${time}`,
  nextFree: (day: string, time: string) => `Next free: ${day}, ${time}`,
  nothingUntil: (day: string) => `Nothing is free until ${day} either. Please choose a later date.`,
})
