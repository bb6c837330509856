import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

export type ReceivedMail = { from: string; to: string[]; raw: string; email: Email }

export type MailServer = {
  url: string
  received: ReceivedMail[]
  /** How many emails were offered, also those that were refused. */
  offered: () => number
  /** What becomes of the next emails; `null` takes them. */
  refuseWith: (code: number | null) => void
  /** Holds the answer back until the promise is settled. */
  hold: (until: Promise<void>) => void
  /** The only email that arrives next; fails when none comes. */
  next: () => Promise<ReceivedMail>
  close: () => Promise<void>
}

const addressOf = (address: false | { address: string }) => (address === false ? '' : address.address)

/** A real SMTP server on loopback that keeps what it takes. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: number | null = null
  let held = Promise.resolve()
  let offered = 0
  let read = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        offered++
        void held.then(async () => {
          if (refusal !== null) {
            const { rcptTo } = session.envelope
            return done(Object.assign(new Error(`<${rcptTo[0]?.address}> is not wanted`), { responseCode: refusal }))
          }
          const raw = Buffer.concat(parts).toString()
          const { mailFrom, rcptTo } = session.envelope
          const to = rcptTo.map(({ address }) => address)
          received.push({ from: addressOf(mailFrom), to, raw, email: await PostalMime.parse(raw) })
          done()
        })
      })
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    received,
    offered: () => offered,
    refuseWith: (code) => (refusal = code),
    hold: (until) => (held = until),
    next: async () => {
      await expect.poll(() => received.length, { timeout: 15_000 }).toBe(read + 1)
      return received[read++]!
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
