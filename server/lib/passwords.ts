import { hash, verify } from '@node-rs/argon2'
import { callMessages } from '#shared/lib/call-messages.ts'
import { AppError } from './app-error.ts'

/** argon2id with the parameters OWASP recommends for one thread: 19 MiB, 2 passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * At most this many hashes at once: they take half of Node's four threads, and files and pictures need some too. Who
 * comes when as many wait as are done in about three seconds is told to come back.
 */
const AT_ONCE = 2
const MOST_WAITING = 200
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MOST_WAITING) throw new AppError('unavailable', callMessages.busy, { retryAfter: 2 })
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    // Who is next takes the place over: nobody who comes between them may.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Hashing takes some 20 ms: never inside a transaction. Throws 503 when too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters))

// Compared with when there is no account, so that the answer takes as long as for a wrong password.
let nobody: Promise<string> | undefined

/** False for a wrong password and for an account without one, in the same time. */
export async function isPassword(stored: string | null, typed: string): Promise<boolean> {
  nobody ??= hashPassword('no account has this password')
  const against = stored ?? (await nobody)
  const matches = await inTurn(() => verify(against, typed))
  return stored !== null && matches
}
