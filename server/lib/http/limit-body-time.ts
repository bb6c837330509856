import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isStaff } from '#shared/users/roles.ts'
import { endUnfinished } from './errors.ts'
import type { RequestTimeouts } from './limits.ts'

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends requests whose body has not arrived completely within `requestMs`, with the answer that Node.js gives after its
 * own timeout. The timeout of Node.js is the same for all calls, and as long as staff need for large files. Only uploads
 * by staff may take as long, so that other people cannot occupy connections and the places for uploads for minutes.
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
