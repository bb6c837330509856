import { defineMessages } from '#shared/lib/language.ts'

/** Texts about the devices on which a person is logged in. */
export const devicesMessages = defineMessages('auth/devices', {
  title: 'Your devices',
  text: 'You are logged in here. Log out of a device that you have lost or do not know, then change your password.',
  unknown: 'Unknown device',
  current: 'This device',
  lastUsed: (at: string) => `Last used ${at}`,
  getsNotifications: 'Gets notifications',
  onlyNotifications: 'Logged out, still gets notifications',
  logOut: 'Log out',
  logOutOf: (device: string) => `Log out of ${device}`,
  logOutOthers: 'Log out of all other devices',
  othersQuestion: 'Log out of all other devices?',
  othersText: 'You stay logged in on this device. Notifications to the other devices end too.',
  loggingOut: 'Logging out...',
  cancel: 'Cancel',
  loggedOut: 'The device was logged out.',
  othersLoggedOut: 'All other devices were logged out.',
  notLoggedOut: 'The device was not logged out.',
  othersNotLoggedOut: 'The other devices were not logged out.',
  notLoaded: 'Your devices could not be loaded.',
  gone: 'This device was already logged out.',
})
