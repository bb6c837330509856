import type { FastifyInstance } from 'fastify'

/**
 * The log gives all unknown paths this name, because people type personal data into addresses, and programs try
 * thousands of addresses.
 */
const UNKNOWN = 'unknown'

/**
 * Writes a line for each response, whatever the level of the other lines is. The route is its pattern, such as
 * `/api/clients/:id`: the line contains no address, no search text, no id and nothing else about a person.
 */
export function logAccess(app: FastifyInstance): void {
  const log = app.log.child({}, { level: 'info' })
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.is404 ? UNKNOWN : request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'access',
    )
    done()
  })
}
