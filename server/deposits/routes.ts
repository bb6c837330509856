import { exportList } from '#server/history-logs/export-list.ts'
import type { Context } from '#server/lib/context.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { storeOnlyId } from '#server/lib/http/idempotency.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { depositsContract as contract } from '#shared/deposits/contract.ts'
import { depositFile } from '#shared/deposits/list-file.ts'
import { ownDepositsContract as own } from '#shared/deposits/own-contract.ts'
import { depositSettingsContract as settings } from '#shared/deposits/settings-contract.ts'
import { readDepositSettings, saveDepositSettings } from './deposit-settings.ts'
import { listDeposits, listDepositsOfClient, readDepositOfVisit, servePicture } from './list-deposits.ts'
import { addPicture, listOwnDeposits, readDepositTerms, reportDeposit } from './own-deposits.ts'
import { presentDeposit, requireDeposit } from './present-deposit.ts'
import { askForDeposit, settleDeposit } from './settle-deposit.ts'
import { refuseDeposit, verifyDeposit } from './verify-deposit.ts'

const readDeposit = async (context: Context, id: string) => presentDeposit(await requireDeposit(context, id))

type ReportLimits = Pick<Limits, 'depositReportsPerVisit'>

export function depositRoutes(registerEndpoint: RegisterEndpoint, { limits }: { limits: ReportLimits }): void {
  ownDepositRoutes(registerEndpoint, limits)
  registerEndpoint(contract.list, (context, { querystring }) => listDeposits(context, querystring))
  registerEndpoint(contract.exportList, (context, { querystring }) =>
    exportList(context, depositFile, { query: querystring, read: listDeposits, rowsIn: 'data' }),
  )
  registerEndpoint(contract.ofClient, async (context, { params }) => ({
    data: await listDepositsOfClient(context, params.id),
  }))
  registerEndpoint(contract.ofVisit, async (context, { params }) => ({
    data: await readDepositOfVisit(context, params.id),
  }))
  registerEndpoint(contract.request, async (context, { body }) => ({ data: await askForDeposit(context, body) }))
  registerEndpoint(
    contract.verify,
    async (context, { params, body }) => ({ data: await verifyDeposit(context, params.id, body) }),
    storeOnlyId(readDeposit),
  )
  registerEndpoint(contract.refuse, async (context, { params, body }) => ({
    data: await refuseDeposit(context, params.id, body),
  }))
  registerEndpoint(
    contract.settle,
    async (context, { params, body }) => ({ data: await settleDeposit(context, params.id, body) }),
    storeOnlyId(readDeposit),
  )
  registerEndpoint(contract.picture, async (context, { params }) => {
    await servePicture(context, params.id)
    return ''
  })
  registerEndpoint(settings.read, (context) => readDepositSettings(context))
  registerEndpoint(settings.save, async (context, { body }) => ({ data: await saveDepositSettings(context, body) }))
}

/** Registers the calls of clients. */
function ownDepositRoutes(registerEndpoint: RegisterEndpoint, { depositReportsPerVisit: limit }: ReportLimits): void {
  registerEndpoint(own.terms, async (context, { querystring }) => ({
    data: await readDepositTerms(context, querystring),
  }))
  registerEndpoint(own.ownTerms, async (context, { querystring }) => ({
    data: await readDepositTerms(context, querystring),
  }))
  registerEndpoint(own.list, (context) => listOwnDeposits(context))
  registerEndpoint(own.report, async (context, { params, body }) => ({
    data: await reportDeposit(context, params.id, body, limit),
  }))
  registerEndpoint(own.addPicture, async (context, { params, body }) => ({
    data: await addPicture(context, params.id, body.picture),
  }))
}
