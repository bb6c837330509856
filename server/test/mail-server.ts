import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; raw: string; email: Email }

export type MailServer = {
  url: string
  received: ReceivedMail[]
  /** The number of e-mails that were offered, including refused ones. */
  offered: () => number
  /**
   * Makes the server refuse e-mails with this SMTP code: the next `times` e-mails, or all if `times` is missing.
   * `refuseWith(null)` makes the server accept e-mails again.
   */
  refuseWith: (code: number | null, times?: number) => void
  /** Delays the answer until the promise is settled. */
  hold: (until: Promise<void>) => void
  /** Waits for the next e-mail, in the order of arrival. */
  next: () => Promise<ReceivedMail>
  close: () => Promise<void>
}

type State = {
  received: ReceivedMail[]
  error: number | null
  /** How many more e-mails to refuse. */
  refusals: number
  held: Promise<void>
  offered: number
  arrivals: EventEmitter
}

/** Accepts an e-mail, or throws the configured refusal. */
async function take(state: State, stream: AsyncIterable<Buffer>, { envelope }: SMTPServerSession): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  state.offered++
  await state.held
  const to = envelope.rcptTo.map(({ address }) => address)
  if (state.error !== null && state.refusals-- > 0)
    throw Object.assign(new Error(`<${to.join()}> is not wanted`), { responseCode: state.error })
  const raw = Buffer.concat(parts).toString()
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
  state.received.push({ from, to, raw, email: await PostalMime.parse(raw) })
  state.arrivals.emit('mail')
}

async function settle(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await work
  } catch (error) {
    return done(error as Error)
  }
  done()
}

type LogIn = { user: string; password: string }

function listenTo(state: State, logIn: LogIn | undefined): SMTPServer {
  const server = new SMTPServer({
    authOptional: logIn === undefined,
    disabledCommands: logIn ? [] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: logIn !== undefined,
    onAuth: ({ username, password }, _session, done) =>
      username === logIn?.user && password === logIn?.password
        ? done(null, { user: username })
        : done(new Error('wrong user or password')),
    // The greeting would otherwise wait for a name server.
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, done) => void settle(take(state, stream, session), done),
  })
  server.on('error', () => undefined)
  return server
}

/**
 * A real local SMTP server that stores what it receives. With `logIn` it requires this log-in, and offers STARTTLS with
 * a certificate that nobody trusts.
 */
export async function startMailServer(logIn?: LogIn): Promise<MailServer> {
  const state: State = {
    received: [],
    error: null,
    refusals: 0,
    held: Promise.resolve(),
    offered: 0,
    arrivals: new EventEmitter(),
  }
  const server = listenTo(state, logIn)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  let read = 0
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    received: state.received,
    offered: () => state.offered,
    refuseWith: (code, times = Infinity) => {
      Object.assign(state, { error: code, refusals: times })
    },
    hold: (until) => {
      state.held = until
    },
    next: async () => {
      while (state.received.length <= read) await once(state.arrivals, 'mail')
      return state.received[read++]!
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
