import { appVersion } from '#server/lib/app-version.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { systemContract } from '#shared/system/contract.ts'
import { checkSystem, readFacts, type SystemOptions } from './check-system.ts'

export function systemRoutes(registerEndpoint: RegisterEndpoint, options: SystemOptions): void {
  registerEndpoint(systemContract.read, async (context) => {
    const startedAt = performance.now()
    const now = () => new Date(context.now.getTime() + performance.now() - startedAt)
    const facts = await context.inTransaction(({ tx, branchId }) => readFacts(tx, branchId, options, now))
    try {
      const checks = await checkSystem(options, facts, now)
      return { data: { version: appVersion, checked_at: isoInManila(context.now), checks } }
    } finally {
      if (facts.mailer !== options.mailer) facts.mailer?.close()
    }
  })
}
