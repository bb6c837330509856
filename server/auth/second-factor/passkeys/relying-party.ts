import { isIP } from 'node:net'
import type { FastifyReply } from 'fastify'

/** The site for which passkeys are made: its domain, and the origins whose pages may use them. */
export type RelyingParty = {
  id: string
  origins: string[]
  /** The domain that pages compare with their own; `*` without a configured web address, because no answer repeats the host of its request. */
  domain: string
}

/**
 * The clinic's web address: the configured one, or else the host of the request. Null for an address of numbers, because
 * browsers make no passkeys for these.
 */
export function relyingPartyOf({ request }: FastifyReply, publicUrl: string | undefined): RelyingParty | null {
  const origins = publicUrl ? [new URL(publicUrl).origin] : [`http://${request.host}`, `https://${request.host}`]
  const id = new URL(origins[0]!).hostname
  const isNumbers = isIP(id) !== 0 || id.startsWith('[')
  return isNumbers ? null : { id, origins, domain: publicUrl ? id : '*' }
}
