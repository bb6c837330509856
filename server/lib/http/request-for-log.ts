import type { FastifyRequest } from 'fastify'
import { everyEndpoint } from '#shared/contracts.ts'

/** What addresses begin with that end in a secret. */
const secretPrefixes = everyEndpoint.filter(({ secretAddress }) => secretAddress).map(({ url }) => url.split(':')[0]!)

/** An address without what only its owner may know. */
export function withoutSecret(url: string): string {
  const prefix = secretPrefixes.find((one) => url.toLowerCase().startsWith(one))
  return prefix === undefined ? url : `${prefix}…`
}

/** A request in a line of the log, whatever its method: programs that try links ask by others than the contract has. */
export const requestForLog = ({ id, method, url, host, ip }: FastifyRequest) => ({
  id,
  method,
  url: withoutSecret(url),
  host,
  remoteAddress: ip,
})
