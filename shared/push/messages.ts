import { defineMessages } from '#shared/lib/language.ts'

/** Texts of push notifications and of their switch. */
export const pushMessages = defineMessages('push', {
  notify: 'Notify this device',
  notifyHint:
    'For new requests, cancellations and moves, even when Mutya is closed. They stop when you log out on this device.',
  denied:
    'This browser blocks notifications from Mutya. Allow them in its settings for this site, then switch this on again.',
  unavailable: 'This browser could not reach its push service. Check the connection, or try another browser.',
  notSwitchedOn: 'Notifications were not switched on.',
  notSwitchedOff: 'Notifications were not switched off.',

  unknownService: 'Mutya does not send to the push service of this browser.',
  brokenKeys: 'These are not the keys of a browser’s subscription.',

  requested: 'New booking request',
  cancelled: 'Cancelled by the client',
  moved: 'Moved by the client',
  what: (moment: string, service: string) => `${moment} · ${service}`,
})
