import type { Transporter } from 'nodemailer'
import type { MailProblem, Security } from '#shared/messages/mail-server-contract.ts'

export type Mail = {
  /** The sender's name that recipients read; the sender's address is the mailer's own. */
  fromName: string
  /** The address for replies; if undefined, replies go to the mailer's own address. */
  replyTo?: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The id of the e-mail, the same for each try, so that duplicates can be recognised. Generated if omitted. */
  id?: string
  /** The address that mail programs call to unsubscribe (RFC 8058). */
  unsubscribe?: string
  /** A calendar file (RFC 5545), which mail programs offer to add or remove. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

/**
 * Hands e-mails to a mail server. `send` resolves when the server has taken the e-mail, and throws a `MailError`
 * otherwise.
 */
export type Mailer = {
  /** The sender's address; `host` is the name of the mail server. */
  from?: string
  host?: string
  send: (mail: Mail) => Promise<void>
  /** Connects and logs in without sending anything; throws a `MailError`. */
  verify: () => Promise<void>
  close: () => void
}

/** The reason for a rejected email, without any address. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** True if another try could succeed, because the server was unavailable, slow or busy. */
  readonly passing: boolean
  /** The kind of problem; the settings show a sentence for each kind. */
  readonly problem: MailProblem
  constructor(reason: string, passing: boolean, problem: MailProblem = 'other') {
    super(reason)
    this.passing = passing
    this.problem = problem
  }
}

const connectMs = 10_000
const timeouts = {
  dnsTimeout: connectMs,
  connectionTimeout: connectMs,
  greetingTimeout: connectMs,
  socketTimeout: 20_000,
}

type SmtpError = { code?: string; originalCode?: string; responseCode?: number; command?: string }

const UNREACHABLE = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET']

/** The kind of problem for error codes of nodemailer that have only one cause. */
const problemOfCode: Record<string, MailProblem> = {
  EAUTH: 'log-in',
  ENOAUTH: 'log-in',
  EDNS: 'host',
  ETIMEDOUT: 'timeout',
  ETLS: 'security',
}

/** True for a refusal that the server may not repeat; false for a final refusal, or an error without an answer. */
const isTemporary = (responseCode: number | undefined) => responseCode !== undefined && responseCode < 500

function problemOf({ code = '', originalCode = '', responseCode, command }: SmtpError): MailProblem {
  if (/CERT|SIGNED|VERIFY|ALTNAME/.test(originalCode)) return 'certificate'
  if (/EPROTO|SSL/.test(originalCode)) return 'security'
  if (UNREACHABLE.includes(originalCode)) return 'unreachable'
  if (responseCode === 530) return 'log-in'
  if (code === 'EAUTH' && isTemporary(responseCode)) return 'busy'
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'sender' : 'recipient'
  return problemOfCode[code] ?? 'other'
}

/** Makes an error that contains only codes, because the text of the SMTP server may name the recipient. */
function mailErrorOf(error: unknown): MailError {
  const { code = 'EUNKNOWN', responseCode } = error as SmtpError
  // A log-in that the server has refused only for now, such as after too many log-ins, may succeed later.
  const isFinal = responseCode === undefined ? code === 'EAUTH' : !isTemporary(responseCode)
  const reason = responseCode === undefined ? code : `${code} ${responseCode}`
  return new MailError(reason, !isFinal, problemOf(error as SmtpError))
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * A mail server that an environment variable names by its URL: `smtp://` switches to TLS when the server offers it,
 * `smtps://` uses TLS from the start.
 */
type ServerUrl = { smtpUrl: string; from: string }

/** A mail server that an admin has entered in the settings. */
type ServerSettings = {
  host: string
  port: number
  security: Security
  logIn: { user: string; pass: string } | undefined
  from: string
  /** The name that e-mails show as their sender; if undefined, e-mails show the clinic's name. */
  fromName: string | undefined
}

const connectionOf = (server: ServerUrl | ServerSettings) =>
  'smtpUrl' in server
    ? { url: server.smtpUrl }
    : {
        host: server.host,
        port: server.port,
        secure: server.security === 'tls',
        requireTLS: server.security === 'starttls',
        ignoreTLS: server.security === 'none',
        ...(server.logIn && { auth: server.logIn }),
      }

/** Loads nodemailer, which is needed only when the first e-mail is sent, and describes the connection to a server. */
async function openTransport(server: ServerUrl | ServerSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...connectionOf(server),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Opens the connection's transport when it is first needed; after a failure the next e-mail tries again. */
function transportOf(server: ServerUrl | ServerSettings) {
  let opened: Promise<Transporter> | undefined
  const transport = () =>
    (opened ??= openTransport(server).catch((error: unknown) => {
      opened = undefined
      throw error
    }))
  return { transport, close: () => void opened?.then((used) => used.close()).catch(() => undefined) }
}

async function verifyTransport(transport: Promise<Transporter>): Promise<void> {
  try {
    await (await transport).verify()
  } catch (error) {
    throw mailErrorOf(error)
  }
}

/** Sends e-mails through an SMTP server. */
export function smtpMailer(server: ServerUrl | ServerSettings): Mailer {
  const { from } = server
  const ownName = 'fromName' in server ? server.fromName : undefined
  const { transport, close } = transportOf(server)
  return {
    from,
    host: 'smtpUrl' in server ? new URL(server.smtpUrl).hostname : server.host,
    send: async ({ fromName, replyTo, to, subject, text, html, id, calendar, unsubscribe }) => {
      try {
        await (
          await transport()
        ).sendMail({
          from: { name: oneLine(ownName ?? fromName), address: from },
          ...(replyTo !== undefined && { replyTo: { name: oneLine(fromName), address: replyTo } }),
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          text,
          html,
          ...(id !== undefined && { messageId: `<${id}@${from.split('@')[1]}>` }),
          ...(calendar && { icalEvent: { filename: 'visit.ics', ...calendar } }),
          headers: {
            // Prevents out-of-office replies and bounce loops.
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
      } catch (error) {
        throw mailErrorOf(error)
      }
    },
    verify: () => verifyTransport(transport()),
    close,
  }
}
