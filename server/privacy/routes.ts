import type { Implement } from '#server/lib/implement.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { acceptNotice, readConsents } from './service.ts'

export function privacyRoutes(implement: Implement): void {
  implement(privacyContract.consents, (context) => readConsents(context))
  implement(privacyContract.give, async (context, { body }) => {
    await acceptNotice(context, context.user, body.privacy_version)
    return readConsents(context)
  })
}
