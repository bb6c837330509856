import type { FastifyError, FastifyRequest } from 'fastify'
import { isPgError } from '#server/db/constraint-errors.ts'
import { isDatabaseAway, isDiskFull } from '#server/db/is-database-away.ts'
import { AppError } from '#server/lib/app-error.ts'
import { throttle } from '#server/lib/log-errors.ts'
import { everyEndpoint } from '#shared/contracts.ts'

/** The beginnings of URLs that end in a secret. */
const secretPrefixes = everyEndpoint.filter(({ secretAddress }) => secretAddress).map(({ url }) => url.split(':')[0]!)

/** The URL without its secret part. */
export function redactUrl(url: string): string {
  const prefix = secretPrefixes.find((one) => url.toLowerCase().startsWith(one))
  return prefix === undefined ? url : `${prefix}…`
}

/**
 * A request as a log line. The secret is removed for every method, because attackers also try methods that the contract
 * lacks.
 */
export const serializeRequest = ({ id, method, url, host, ip }: FastifyRequest) => ({
  id,
  method,
  url: redactUrl(url),
  host,
  remoteAddress: ip,
})

/** Removes details that quote a row (`Failing row contains …`), because they are personal data. */
function withoutRows(error: Error): object {
  if (!isPgError(error)) return error
  const { message, code, constraint, table, stack } = error
  return { message, code, constraint, table, stack }
}

const LOG_EVERY_MS = 10_000
const throttles = new WeakMap<object, ReturnType<typeof throttle>>()

/**
 * Each server has its own throttle of log lines, because every request fails for the same reason while the database is
 * away.
 */
function throttleOf(server: object): ReturnType<typeof throttle> {
  const known = throttles.get(server) ?? throttle(LOG_EVERY_MS)
  throttles.set(server, known)
  return known
}

/** Logs bugs with their stack, and outages of database or disk as a short line once in a while. */
export function logFailure(error: FastifyError | Error, request: FastifyRequest): void {
  const isPassing = error instanceof AppError || isDatabaseAway(error) || isDiskFull(error)
  if (!isPassing) return request.log.error({ err: withoutRows(error) }, 'request failed')
  const { message, code } = error as FastifyError
  throttleOf(request.server)((skipped) =>
    request.log.error({ err: { message, code }, ...(skipped > 0 && { alsoFailed: skipped }) }, 'request failed'),
  )
}
