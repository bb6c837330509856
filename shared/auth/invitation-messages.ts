import { defineMessages } from '#shared/lib/language.ts'

/** Texts about invitations of staff, who choose their own password. */
export const invitationMessages = defineMessages('auth/invitation', {
  title: 'Open invitations',
  invite: 'INVITE',
  inviteTitle: 'Invite by e-mail',
  inviteText: 'The person gets a link to choose a password. Nobody else ever knows it.',
  send: 'SEND INVITATION',
  sending: 'SENDING...',
  sent: 'The invitation is on its way.',
  notSent: 'The invitation was not sent.',
  worksUntil: (until: string) => `Works until ${until}`,
  expired: (since: string) => `Expired on ${since}`,
  resend: 'Send again',
  resendTo: (name: string) => `Send the invitation of ${name} again`,
  resent: 'The invitation was sent again. An earlier link does not work any more.',
  revoke: 'REVOKE',
  revokeOf: (name: string) => `Revoke the invitation of ${name}`,
  revokeQuestion: (name: string) => `Revoke the invitation of ${name}?`,
  revokeText: 'The link stops working, and the account is deleted. The e-mail can be invited again.',
  revoking: 'REVOKING...',
  revoked: 'The invitation was revoked.',
  notRevoked: 'The invitation was not revoked.',
  notLoaded: 'The invitations could not be loaded.',
  needsServer: 'This clinic sends no e-mail. Add the user with a password.',
  noneOpen: 'This invitation is not open any more.',
})
