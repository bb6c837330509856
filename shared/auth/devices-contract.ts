import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer } from '#shared/lib/fields.ts'

const session = z.object({
  id,
  /** Browser and system in plain words, such as `Chrome 142 on Android`; empty if the browser named neither. */
  device: z.string(),
  last_used_at: instant,
  /** True for the session with which the list was requested. */
  is_current: z.boolean(),
  /** False if the log-in has expired and the device only gets notifications. */
  is_logged_in: z.boolean(),
  gets_notifications: z.boolean(),
})
export type OwnSession = z.output<typeof session>

const trustedDevice = z.object({
  id,
  device: z.string(),
  last_used_at: instant,
  /** The end of the trust: afterwards a log-in in this browser needs the second factor again. */
  trusted_until: instant,
  /** True for the browser from which the list was requested. */
  is_current: z.boolean(),
})
export type TrustedDevice = z.output<typeof trustedDevice>

/** The devices on which the caller is logged in, and those that need no second factor. */
export const devicesContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/my/devices',
    access: 'any-account',
    summary: 'The devices on which the caller is logged in and those that they trust, the last used ones first',
    sessionOnly: true,
    response: z.object({ data: z.object({ sessions: z.array(session), trusted: z.array(trustedDevice) }) }),
  }),
  logOut: endpoint({
    method: 'DELETE',
    url: '/api/my/devices/:id',
    access: 'any-account',
    summary: 'End a session of the caller',
    sessionOnly: true,
    params: z.object({ id }),
    response: messageAnswer,
  }),
  logOutOthers: endpoint({
    method: 'DELETE',
    url: '/api/my/devices',
    access: 'any-account',
    summary: 'End all other sessions of the caller, and trust no other device',
    sessionOnly: true,
    response: messageAnswer,
  }),
  distrust: endpoint({
    method: 'DELETE',
    url: '/api/my/trusted-devices/:id',
    access: 'any-account',
    summary: 'Ask for the second factor on one of the trusted devices again',
    sessionOnly: true,
    params: z.object({ id }),
    response: messageAnswer,
  }),
}
