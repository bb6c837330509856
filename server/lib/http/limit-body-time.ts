import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isStaff } from '#shared/users/roles.ts'
import { endUnfinished } from './errors.ts'
import type { RequestTimeouts } from './limits.ts'

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends a request whose body has not arrived completely within `requestMs` milliseconds, with a 408 as after the timeout
 * of Node.js. Uploads by staff are excepted: for them only the timeout of Node.js applies, which is long enough for
 * large files. It would let other people occupy connections and upload places for minutes.
 */
export function limitBodyTime(app: FastifyInstance, { requestMs }: RequestTimeouts): void {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  // Hooks of Fastify do not see requests with a URL that cannot be decoded.
  app.server.prependListener('request', (raw: IncomingMessage) => {
    if (!hasBody(raw)) return
    const end = () => {
      if (!raw.complete) endUnfinished(raw.socket)
    }
    timers.set(raw, setTimeout(end, requestMs).unref())
    raw.once('close', () => clearTimeout(timers.get(raw)))
  })
  app.addHook('preParsing', async ({ raw, principal, routeOptions }) => {
    if (principal && isStaff(principal.role) && routeOptions.config.sends === 'multipart') clearTimeout(timers.get(raw))
  })
}
