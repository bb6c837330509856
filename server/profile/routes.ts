import path from 'node:path'
import type { Implement } from '#server/lib/implement.ts'
import type { Limits } from '#server/lib/limits.ts'
import { latestClosureRequest, withdrawClosureRequest } from '#server/users/closure-requests.ts'
import { profileContract } from '#shared/profile/contract.ts'
import { exportContract } from '#shared/profile/export-contract.ts'
import { closureRequestContract } from '#shared/users/closure-request-contract.ts'
import { closureRequestSentences } from '#shared/users/closure-request-sentences.ts'
import { askForClosure } from './closure-request.ts'
import { exportOwnData } from './data-export.ts'
import * as service from './service.ts'

export function profileRoutes(implement: Implement, options: { limits: Limits; uploadsDir: string }): void {
  const { limits } = options
  implement(profileContract.read, async (context) => ({ data: await service.ownProfile(context) }))
  implement(profileContract.update, (context, { body }) => service.changeOwnProfile(context, body, limits))
  implement(exportContract.read, (context) => exportOwnData(context, path.join(options.uploadsDir, 'photos'), limits))
  implement(closureRequestContract.read, async ({ tx, user }) => ({ data: await latestClosureRequest(tx, user.id) }))
  implement(closureRequestContract.ask, async (context, { body }) => ({
    data: await askForClosure(context, body, limits),
  }))
  implement(closureRequestContract.withdraw, async (context) => {
    await withdrawClosureRequest(context)
    return { message: closureRequestSentences.withdrawn }
  })
}
