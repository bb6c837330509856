import { defineMessages } from '#shared/lib/language.ts'

/** Texts of push notifications and of their switch. */
export const pushMessages = defineMessages('push', {
  notify: 'Notifications on this device',
  notifyHint:
    'For new requests, cancellations and moves, even when Mutya is closed. Notifications stop when you log out on this device.',
  denied:
    'This browser blocks notifications from Mutya. Allow them in the browser’s settings for this site, then switch them on here again.',
  unavailable: 'This browser could not reach its notification service. Check the connection, or try another browser.',
  notSwitchedOn: 'Notifications were not switched on.',
  notSwitchedOff: 'Notifications were not switched off.',

  unknownService: 'Mutya cannot send notifications to this browser.',
  brokenKeys: 'The notification keys of this browser are not valid.',

  requested: 'New booking request',
  cancelled: 'Cancelled by the client',
  moved: 'Moved by the client',
  what: (moment: string, service: string) => `${moment} · ${service}`,
})
