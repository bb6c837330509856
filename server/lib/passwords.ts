import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters OWASP recommends for one thread: 19 MiB, 2 passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most this many hashes at once: a flood of log-ins must not eat the machine's memory. */
const MAX_AT_ONCE = 4
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** Hashing takes some 20 ms: never inside a transaction. */
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
