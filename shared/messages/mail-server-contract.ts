import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { email, messageAnswer, optionalName, requiredText, strictBody, version } from '#shared/lib/fields.ts'
import { parseUrl } from '#shared/lib/parse-url.ts'
import { mailServerMessages as s } from './mail-server-messages.ts'

/** How the connection to a mail server is encrypted: from the start, after `STARTTLS`, or not at all. */
export const SECURITIES = ['starttls', 'tls', 'none'] as const
export type Security = (typeof SECURITIES)[number]

/** The kinds of problems with a mail server, each with a sentence in `mailServerMessages.problems`. */
export type MailProblem =
  | 'log-in'
  | 'busy'
  | 'host'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'security'
  | 'sender'
  | 'recipient'
  | 'key-missing'
  | 'other'

const security = z.enum(SECURITIES)

/** The mail server that is entered in the settings. Its password never leaves the server. */
const mailServer = z.object({
  host: z.string(),
  port: z.number().int(),
  security,
  user_name: z.string().nullable(),
  /** With `missing`, a password is stored but cannot be decrypted, because the key file is missing. */
  password: z.enum(['none', 'stored', 'missing']),
  sender_name: z.string().nullable(),
  sender_address: z.string(),
  web_address: z.string().nullable(),
  /** The version of the mail settings; 0 for a clinic without a mail server. */
  version,
})
export type MailServer = z.output<typeof mailServer>

const state = z.object({
  /** The mail server that the server's environment names; the settings are then not used. */
  fixed: z.object({ host: z.string(), from: z.string() }).nullable(),
  server: mailServer.nullable(),
  /** The clinic's web address if the server's environment names one. */
  public_url: z.string().nullable(),
})
export type MailServerState = z.output<typeof state>

const hostName = requiredText(253, s.hostNeeded).refine((text) => /^[\w.:-]+$/.test(text), s.hostWrong)
const isWebAddress = (text: string) => /^https?:$/.test(parseUrl(text)?.protocol ?? '')
const webAddress = requiredText(200, s.webAddressWrong)
  .refine(isWebAddress, s.webAddressWrong)
  .transform((text) => new URL(text).origin)

export const mailServerContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/mail-server',
    access: 'messages.manage',
    sessionOnly: true,
    summary: 'The mail server that sends the e-mails of the clinic, without its password',
    response: z.object({ data: state }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/mail-server',
    access: 'messages.manage',
    sessionOnly: true,
    summary:
      'Set up the mail server; without a password the stored one stays for the same host, port, security and user',
    body: strictBody({
      host: hostName,
      port: z.number(s.portWrong).int(s.portWrong).min(1, s.portWrong).max(65_535, s.portWrong),
      security,
      user_name: optionalName(200),
      /** The password is kept exactly as typed, because it may begin or end with a space. */
      password: z.string().min(1).max(500).nullable(),
      sender_name: optionalName(100),
      sender_address: email,
      web_address: z.union([webAddress, z.null()]),
    }),
    response: z.object({ data: mailServer }),
    errorData: { stale: mailServer },
    ifMatch: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    url: '/api/mail-server',
    access: 'messages.manage',
    sessionOnly: true,
    summary: 'Remove the mail server, so that no e-mails are sent',
    response: messageAnswer,
  }),
  test: endpoint({
    method: 'POST',
    url: '/api/mail-server/test',
    access: 'messages.manage',
    sessionOnly: true,
    database: 'none',
    timeoutMs: 60_000,
    summary: 'Send an e-mail to the caller at once, and say whether the mail server has accepted it',
    response: z.object({ data: z.object({ is_sent: z.boolean(), message: z.string() }) }),
  }),
}
