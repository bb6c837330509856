import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { overviewContract as contract } from '#shared/overview/contract.ts'
import { saveGoal } from './goal.ts'
import { readOverview } from './read-overview.ts'
import { chooseSummary, wantsSummary } from './summary-choice.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

export function overviewRoutes(registerEndpoint: RegisterEndpoint, { sendsEmail }: { sendsEmail: SendsEmail }): void {
  registerEndpoint(contract.read, async (context) => ({ data: await readOverview(context) }))
  registerEndpoint(contract.saveGoal, async (context, { body }) => ({
    data: await saveGoal(context, body.monthly_goal),
  }))
  registerEndpoint(contract.ownSummary, async (context) => ({
    data: { is_on: await wantsSummary(context), sends_email: await sendsEmail(context) },
  }))
  registerEndpoint(contract.chooseSummary, async (context, { body }) => {
    await chooseSummary(context, body.is_on)
    return { data: { ...body, sends_email: await sendsEmail(context) } }
  })
}
