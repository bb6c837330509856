import { hash, verify } from '@node-rs/argon2'
import { requestRefusals } from '#shared/lib/messages.ts'
import { AppError } from './app-error.ts'

/** argon2id with the parameters OWASP recommends for one thread: 19 MiB, 2 passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * At most two hashes at once: they take half of Node's four threads, and files and pictures need some. The queue holds
 * about three seconds of work; beyond it callers get an error.
 */
const AT_ONCE = 2
const MOST_WAITING = 200
let running = 0
const waiting: (() => void)[] = []

async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MOST_WAITING) throw new AppError('unavailable', requestRefusals.busy, { retryAfter: 2 })
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    // Lets the next caller in the queue start directly, so that a new caller cannot start first.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Hashing takes about 20 ms, so never do it inside a transaction. Throws a 503 when the queue is full. */
export const hashPassword = (password: string): Promise<string> => runQueued(() => hash(password, parameters))

// The hash to compare with when there is no account, so that the response takes as long as for a wrong password.
let nobody: Promise<string> | undefined

/** True if the password is right. False for a wrong one and, after the same time, for an account without a password. */
export async function isPassword(stored: string | null, typed: string): Promise<boolean> {
  nobody ??= hashPassword('no account has this password')
  const against = stored ?? (await nobody)
  const matches = await runQueued(() => verify(against, typed))
  return stored !== null && matches
}
