import { findChartKeptUntil } from '#server/db/chart-facts.ts'
import path from 'node:path'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { latestClosureRequest, withdrawClosureRequest } from '#server/users/closure-requests.ts'
import { profileContract, exportContract } from '#shared/profile/contract.ts'
import { ownChartContract } from '#shared/profile/own-chart-contract.ts'
import { closureRequestContract } from '#shared/users/contract.ts'
import { closureRequestMessages } from '#shared/users/messages.ts'
import { requestClosure } from './closure-request.ts'
import { exportOwnData } from './data-export.ts'
import { exportOwnChart } from './own-chart.ts'
import * as profile from './own-profile.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

export function profileRoutes(
  registerEndpoint: RegisterEndpoint,
  options: { limits: Limits; uploadsDir: string; sendsEmail: SendsEmail },
): void {
  const { limits } = options
  registerEndpoint(profileContract.read, async (context) => ({ data: await profile.ownProfile(context) }))
  registerEndpoint(profileContract.update, (context, { body }) => profile.changeOwnProfile(context, body, options))
  registerEndpoint(exportContract.read, (context) =>
    exportOwnData(context, path.join(options.uploadsDir, 'photos'), limits),
  )
  registerEndpoint(ownChartContract.read, async (context) => ({ data: await exportOwnChart(context, limits) }))
  registerEndpoint(closureRequestContract.read, async ({ tx, branchId, user }) => {
    const keptUntil = await findChartKeptUntil(tx, branchId, user.person_id)
    return {
      data: await latestClosureRequest(tx, user.id),
      ...(keptUntil !== null && { chart_kept_until: keptUntil }),
    }
  })
  registerEndpoint(closureRequestContract.ask, async (context, { body }) => ({
    data: await requestClosure(context, body, limits),
  }))
  registerEndpoint(closureRequestContract.withdraw, async (context) => {
    await withdrawClosureRequest(context)
    return { message: closureRequestMessages.withdrawn }
  })
}
