import { defineMessages } from '#shared/lib/language.ts'

/** What people read while a time is held for them. It is loaded with the last step of the booking page. */
export const holdMessages = defineMessages('appointments/hold', {
  held: (time: string) => `We are holding ${time} for you.`,
  noHurry: 'Take your time.',
  left: (minutes: number, seconds: number) => `${minutes}:${String(seconds).padStart(2, '0')}`,
  leftLabel: 'Time left',
  ended: (time: string) => `${time} is no longer held for you, but you can still book it while it is free.`,
  holdAgain: 'Hold it again',
  holding: 'Holding...',
  /** On the staff's times of a day. */
  heldForSomeone: 'Held for a moment',
  heldHint: 'A client is booking this time just now. It is free again within ten minutes unless they book it.',
})
