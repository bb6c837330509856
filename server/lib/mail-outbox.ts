import { setTimeout as wait } from 'node:timers/promises'
import { MailError, type Mail, type Mailer } from './mailer.ts'

/** Pauses before the second, third and fourth try, in milliseconds. */
export const mailPauses: readonly number[] = [2_000, 15_000, 60_000]

/** An email that nobody waits for must not fill the memory while the mail server is away. */
const MOST_WAITING = 500

export type Outbox = {
  /**
   * Runs `work` once the answer of the running request is on its way, so that its time tells nothing about the work.
   * `onError` is told what it threw.
   */
  later: (work: () => Promise<void>, onError: (error: unknown) => void) => void
  /** Sends an email, with a few more tries while the server is away. Throws the last `MailError`. */
  send: (mail: Mail) => Promise<void>
  /** Ends pauses and connections; what was not sent by now fails. */
  close: () => Promise<void>
}

export function createOutbox(mailer: Mailer, pauses: readonly number[] = mailPauses): Outbox {
  const closing = new AbortController()
  const running = new Set<Promise<void>>()

  async function send(mail: Mail): Promise<void> {
    for (const pause of [...pauses, null]) {
      try {
        return await mailer.send(mail)
      } catch (error) {
        if (!(error instanceof MailError) || !error.passing || pause === null || closing.signal.aborted) throw error
        // A pause that is cut short is followed by the last try.
        await wait(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  return {
    send,
    later: (work, onError) => {
      if (running.size >= MOST_WAITING) return onError(new MailError('too many emails are waiting', true))
      const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => running.delete(done))
      running.add(done)
    },
    close: async () => {
      closing.abort()
      await Promise.race([Promise.allSettled(running), wait(500)])
      mailer.close()
    },
  }
}
