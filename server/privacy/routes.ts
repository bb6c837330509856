import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { acceptNotice, readConsents } from './service.ts'

export function privacyRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(privacyContract.consents, (context) => readConsents(context))
  registerEndpoint(privacyContract.give, async (context, { body }) => {
    await acceptNotice(context, context.user, body.privacy_version)
    return readConsents(context)
  })
}
