import { defineMessages } from './language.ts'

/** Texts of the specification for missing or invalid responses. */
export const callMessages = defineMessages('lib/call', {
  general: 'An error occurred.',
  unknown: 'An unknown error occurred. Please try again.',
  canceled: 'Request was canceled. Please try again.',
  noAnswer: 'No response from server. Please try again.',
  offline: 'You are offline. Check your connection, then try again.',
  timedOut: 'Request timed out. Please try again.',
  unexpectedFormat: 'Unexpected response format.',
  noToken: 'No token found. Please log in.',
  tokenMissing: 'Authentication token missing. Please log in.',
  authenticationRequired: 'Authentication required. Please log in.',
  notAllowed: 'You do not have access to this page.',
  notFound: 'Not found.',
  busy: 'The clinic is busy right now. Please try again in a moment.',
  outOfSpace: 'The clinic’s computer is out of space. Nothing was saved. Please tell the clinic’s owner.',
  somethingWrong: 'Something went wrong.',
  tooLarge: 'That is too large to send.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  unreadable: 'The request could not be read.',
  foreignOrigin: 'This request came from another site and was refused.',
  stale: 'Somebody changed this in the meantime. Nothing was saved: look at the newer values, then save again.',
  idempotencyKeyMissing: 'An Idempotency-Key header (UUID) is needed.',
  choosePassword: 'Please choose your own password first.',
  noCsrfToken: 'Your session could not be confirmed. Please reload the page and try again.',
  idempotencyKeyUsed: 'This key was already used for another request. Please start again.',
})
