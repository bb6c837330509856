import { createTransport } from 'nodemailer'

export type Mail = {
  /** What the recipient reads as the sender; the address is the mailer's own. */
  fromName: string
  /** The address for replies; without one they go to the mailer's own address. */
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

/** Hands emails to a server. `send` resolves when the server has taken the email, and throws a `MailError`. */
export type Mailer = {
  /** The sender address, and the server's name. */
  from?: string
  host?: string
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** The reason for a rejected email, without any address. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** True if another try could succeed, because the server was unavailable, slow or busy. */
  readonly passing: boolean
  constructor(reason: string, passing: boolean) {
    super(reason)
    this.passing = passing
  }
}

const connectMs = 10_000
const answerMs = 20_000

/** Only codes are kept, because the SMTP text may name the recipient. */
function mailErrorOf(error: unknown): MailError {
  const { code = 'EUNKNOWN', responseCode } = error as { code?: string; responseCode?: number }
  const isFinal = code === 'EAUTH' || (responseCode !== undefined && responseCode >= 500)
  return new MailError(responseCode === undefined ? code : `${code} ${responseCode}`, !isFinal)
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * Sends emails through an SMTP server: `smtp://` switches to TLS when the server offers it, `smtps://` begins with it.
 */
export function smtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    from,
    host: new URL(smtpUrl).hostname,
    send: async ({ fromName, replyTo, to, subject, text, html, id, calendar, unsubscribe }) => {
      try {
        await transport.sendMail({
          from: { name: oneLine(fromName), address: from },
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
    close: () => transport.close(),
  }
}
