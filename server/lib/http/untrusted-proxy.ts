import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/lib/env.ts'

/** What the operator reads in the terminal and in the log. */
export const proxyWarning = [
  'PUBLIC_URL leads through a proxy, but TRUSTED_PROXY is not set: all visitors seem to come from one address,',
  "and somebody who guesses passwords can slow down everybody's log-in. Set TRUSTED_PROXY to the address of the proxy.",
] as const

type Settings = Pick<Env, 'publicUrl' | 'trustedProxy' | 'port' | 'development'>

/** People type another address than the one we listen on, and nothing that stands in between is believed. */
export function isProxyNotTrusted({ publicUrl, trustedProxy, port, development }: Settings): boolean {
  if (publicUrl === undefined || trustedProxy !== undefined || development) return false
  const { protocol, port: typed } = new URL(publicUrl)
  return protocol === 'https:' || Number(typed || 80) !== port
}

/** Says once in the log that a request named its visitor and was not believed. The name itself is not logged. */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isTold = false
  app.addHook('onRequest', async (request) => {
    if (isTold || request.headers['x-forwarded-for'] === undefined) return
    // Behind a trusted proxy the visitor's own address follows the proxy's.
    if ((request.ips?.length ?? 1) > 1) return
    isTold = true
    request.log.warn(
      'X-Forwarded-For came from an address that TRUSTED_PROXY does not name, and was ignored. If it is your proxy, set TRUSTED_PROXY to its address.',
    )
  })
}
