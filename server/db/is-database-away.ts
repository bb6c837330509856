import { isPgError } from './constraint-errors.ts'

/** SQLSTATE: the connection is lost, something has run out, the server stops or starts, a rival was faster, it took too long. */
const sqlStates = /^(08|53|57P|40001|40P01|57014|58030|25006)/

/** The line is cut, the host or its socket is not there, or this process may open nothing more for now. */
const systemErrors =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE)$/

/** What the driver says in its own words, without a code. */
const driverSentences = [
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
]

const DISK_FULL = '53100'
const diskErrors = /^(ENOSPC|EDQUOT)$/

/** True when the disk of the database, or of this process, has no room for what was to be written. */
export const isDiskFull = (error: Error & { code?: string | undefined }): boolean =>
  isPgError(error) ? error.code === DISK_FULL : diskErrors.test(error.code ?? '')

/** True for what means «the database is away or busy» rather than «the request is wrong» or «we made a mistake». */
export function isDatabaseAway(error: Error & { code?: string | undefined }): boolean {
  if (isPgError(error)) return sqlStates.test(error.code ?? '')
  return systemErrors.test(error.code ?? '') || driverSentences.some((sentence) => error.message.startsWith(sentence))
}
