import type { Implement } from '#server/lib/implement.ts'
import type { Limits } from '#server/lib/limits.ts'
import { profileContract } from '#shared/profile/contract.ts'
import * as service from './service.ts'

export function profileRoutes(implement: Implement, options: { limits: Limits }): void {
  implement(profileContract.read, async (context) => ({ data: await service.ownProfile(context) }))
  implement(profileContract.update, (context, { body }) => service.changeOwnProfile(context, body, options.limits))
}
