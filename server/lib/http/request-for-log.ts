import type { FastifyRequest } from 'fastify'
import { everyEndpoint } from '#shared/contracts.ts'

/** The beginnings of URLs that end in a secret. */
const secretPrefixes = everyEndpoint.filter(({ secretAddress }) => secretAddress).map(({ url }) => url.split(':')[0]!)

/** The URL without its secret part. */
export function withoutSecret(url: string): string {
  const prefix = secretPrefixes.find((one) => url.toLowerCase().startsWith(one))
  return prefix === undefined ? url : `${prefix}…`
}

/**
 * A request as a log line. The secret is removed for every method, because attackers also try methods that the contract
 * lacks.
 */
export const requestForLog = ({ id, method, url, host, ip }: FastifyRequest) => ({
  id,
  method,
  url: withoutSecret(url),
  host,
  remoteAddress: ip,
})
