import { isIP } from 'node:net'
import type { FastifyReply } from 'fastify'
import { parseUrl } from '#shared/lib/parse-url.ts'

/** The site for which passkeys are made: its domain, and the origins whose pages may use them. */
export type RelyingParty = {
  id: string
  origins: string[]
  /**
   * True if the clinic has configured its web address. Otherwise `id` is the host of the request, which no response
   * contains, because a caller can make it up.
   */
  isConfigured: boolean
}

/**
 * Returns the clinic's web address: the configured one, or else the host of the request. Returns null for an IP
 * address, because browsers make no passkeys for one, and for a host that is not valid in a web address.
 */
export function relyingPartyOf({ request }: FastifyReply, publicUrl: string | undefined): RelyingParty | null {
  const origins =
    publicUrl !== undefined ? [new URL(publicUrl).origin] : [`http://${request.host}`, `https://${request.host}`]
  const id = parseUrl(origins[0]!)?.hostname
  if (id === undefined || isIP(id) !== 0 || id.startsWith('[')) return null
  return { id, origins, isConfigured: publicUrl !== undefined }
}
