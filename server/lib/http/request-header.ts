import type { FastifyRequest } from 'fastify'

/** A header that came once; null when it is missing or came as a list. */
export const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
