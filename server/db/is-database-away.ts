import { errorDetails } from '#server/lib/log-errors.ts'
import { isPgError } from './constraint-errors.ts'

/**
 * SQLSTATEs for a lost connection, exhausted resources, a stopping or starting server, serialization failures,
 * deadlocks and timeouts.
 */
const sqlStates = /^(08|53|57P|40001|40P01|57014|58030)/

/** System errors for a broken connection, an unreachable host or socket, or too many open files in this process. */
const systemErrors =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE)$/

/**
 * The driver's error for no connection, no answer in time, or a read-only server. `code` is the code of the error that
 * caused it.
 */
export class DatabaseAway extends Error {
  readonly code: string

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.code = errorDetails(cause).code ?? 'DATABASE_AWAY'
  }
}

const DISK_FULL = '53100'
const diskErrors = /^(ENOSPC|EDQUOT)$/

/** True when the disk of the database or of this process is full. */
export const isDiskFull = (error: unknown): boolean =>
  isPgError(error) ? error.code === DISK_FULL : diskErrors.test(errorDetails(error).code ?? '')

/** True for errors that mean "the database is away or busy" and not "the request is wrong" or "a bug". */
export function isDatabaseAway(error: unknown): boolean {
  if (isPgError(error)) return sqlStates.test(error.code ?? '')
  return error instanceof DatabaseAway || systemErrors.test(errorDetails(error).code ?? '')
}
