import type { FastifyRequest } from 'fastify'

/** A header's value; null when it is missing or sent more than once. */
export const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
