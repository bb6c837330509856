import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/lib/env.ts'

/** The warning in the terminal and in the log. */
export const proxyWarning = [
  'PUBLIC_URL leads through a proxy, but TRUSTED_PROXY is not set: all visitors seem to come from one address,',
  "and somebody who guesses passwords can slow down everybody's log-in. Set TRUSTED_PROXY to the address of the proxy.",
] as const

type Settings = Pick<Env, 'publicUrl' | 'trustedProxy' | 'port' | 'development'>

/** True when the public address differs from the address on which the app listens, and no proxy is trusted. */
export function isProxyNotTrusted({ publicUrl, trustedProxy, port, development }: Settings): boolean {
  if (publicUrl === undefined || trustedProxy !== undefined || development) return false
  const { protocol, port: typed } = new URL(publicUrl)
  return protocol === 'https:' || Number(typed || 80) !== port
}

/** Warns once when a request carries a forwarded address that is not trusted. The address itself is not logged. */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let hasWarned = false
  app.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return
    // Behind a trusted proxy, `ips` also contains the visitor's own address.
    if ((request.ips?.length ?? 1) > 1) return
    hasWarned = true
    request.log.warn(
      'X-Forwarded-For came from an address that TRUSTED_PROXY does not name, and was ignored. If it is your proxy, set TRUSTED_PROXY to its address.',
    )
  })
}
