import type { Limits } from '#server/lib/http/limits.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { approvalsContract } from '#shared/approvals/contract.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { approve } from './approve.ts'
import { removeOwnPin, setOwnPin } from './own-pin.ts'

export function approvalsRoutes(registerEndpoint: RegisterEndpoint, { limits }: { limits: Limits }): void {
  registerEndpoint(approvalsContract.approve, async (context, { body }) => ({ data: await approve(context, body) }))
  registerEndpoint(approvalsContract.setPin, async (context, { body }) => {
    await setOwnPin(context, body, limits)
    return { message: approvalMessages.pinSaved }
  })
  registerEndpoint(approvalsContract.removePin, async (context) => {
    await removeOwnPin(context)
    return { message: approvalMessages.pinRemoved }
  })
}
