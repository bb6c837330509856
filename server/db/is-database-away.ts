import { isPgError } from './constraint-errors.ts'

/** SQLSTATE: the connection is lost, something has run out, the server stops or starts, a rival was faster, it took too long. */
const sqlStates = /^(08|53|57P|40001|40P01|57014|58030)/

/** The line is cut, the host or its socket is not there, or this process may open nothing more for now. */
const systemErrors =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE)$/

type Coded = { code?: string | undefined }

/** What the driver found: no connection, no answer in time, or a server that takes no changes. `code` is the cause's. */
export class DatabaseAway extends Error {
  readonly code: string

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.code = (cause as Coded | undefined)?.code ?? 'DATABASE_AWAY'
  }
}

const DISK_FULL = '53100'
const diskErrors = /^(ENOSPC|EDQUOT)$/

/** True when the disk of the database, or of this process, has no room for what was to be written. */
export const isDiskFull = (error: Error & Coded): boolean =>
  isPgError(error) ? error.code === DISK_FULL : diskErrors.test(error.code ?? '')

/** True for what means «the database is away or busy» rather than «the request is wrong» or «we made a mistake». */
export function isDatabaseAway(error: Error & Coded): boolean {
  if (isPgError(error)) return sqlStates.test(error.code ?? '')
  return error instanceof DatabaseAway || systemErrors.test(error.code ?? '')
}
