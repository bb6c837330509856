import type { RateLimit } from '#server/db/rate-limits.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { storeOnlyId } from '#server/lib/http/idempotency.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { cardListContract as list } from '#shared/prepaid/card-list-contract.ts'
import { prepaidCheckContract } from '#shared/prepaid/check-contract.ts'
import { prepaidPaperContract as papers } from '#shared/prepaid/paper-contract.ts'
import { prepaidContract as contract } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { packagesContract as packages } from '#shared/prepaid/package-contract.ts'
import { ownedPackagesContract as owned } from '#shared/prepaid/owned-packages-contract.ts'
import { coveredContract } from '#shared/prepaid/covered-contract.ts'
import { cardFile } from '#shared/prepaid/list-file.ts'
import { listCardEntries, listCards, listCreditOfClient } from './list-cards.ts'
import { lookUpCard } from './look-up.ts'
import { listCoveredServices } from './packages/covered-services.ts'
import { listOpenPackages } from './packages/open-packages.ts'
import { readPackageReceipt } from './packages/package-receipt.ts'
import { extendPackage, listOwnedPackages, presentOne, transferPackage } from './packages/owned-packages.ts'
import { refundPackage } from './packages/refund-package.ts'
import { listPackages, savePackage } from './packages/save-package.ts'
import { readSoldPackage, sellPackage } from './packages/sell-package.ts'
import { markPaidAhead } from './prepaid-check.ts'
import { recordPaper } from './record-paper.ts'
import { readCard, sellCard } from './sell-card.ts'
import { voidCard } from './void-card.ts'

export function prepaidRoutes(registerEndpoint: RegisterEndpoint, lookUps: RateLimit): void {
  registerEndpoint(
    contract.sell,
    async (context, { body }) => ({ data: await sellCard(context, body) }),
    storeOnlyId(readCard),
  )
  registerEndpoint(contract.lookUp, async (context, { body }) => ({
    data: await lookUpCard(context, body.card_number, lookUps),
  }))
  registerEndpoint(contract.creditOfClient, async (context, { params }) => ({
    data: await listCreditOfClient(context, params.id),
  }))
  registerEndpoint(contract.voidCard, async (context, { params, body }) => ({
    data: await voidCard(context, params.id, body),
  }))
  registerEndpoint(prepaidCheckContract.mark, async (context, { params, body }) => ({
    data: await markPaidAhead(context, params.id, body),
  }))
  registerEndpoint(papers.printed, async (context, { params, body }) => ({
    message: s.printNoted,
    data: await recordPaper(context, params.id, body.kind),
  }))

  registerEndpoint(list.list, (context, { querystring }) => listCards(context, querystring))
  registerEndpoint(list.exportList, (context, { querystring }) =>
    exportList(context, cardFile, { query: querystring, read: listCards, rowsIn: 'data' }),
  )
  registerEndpoint(list.entries, async (context, { params }) => ({ data: await listCardEntries(context, params.id) }))
  packageRoutes(registerEndpoint)
}

/** Registers the calls about packages that the clinic offers, and about packages that clients have bought. */
function packageRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(packages.list, (context) => listPackages(context))
  registerEndpoint(packages.save, async (context, { params, body }) => ({
    data: await savePackage(context, params.id, body),
  }))
  registerEndpoint(
    packages.sell,
    async (context, { body }) => ({ data: await sellPackage(context, body) }),
    storeOnlyId(readSoldPackage),
  )
  registerEndpoint(papers.packageReceipt, async (context, { params }) => ({
    data: await readPackageReceipt(context, params.id),
  }))
  registerEndpoint(packages.ofClient, async (context, { querystring }) => ({
    data: await listOpenPackages(context, querystring),
  }))
  registerEndpoint(coveredContract.mine, async (context, { querystring }) => ({
    data: await listCoveredServices(context, querystring),
  }))
  registerEndpoint(owned.ofClient, async (context, { params }) => ({
    data: await listOwnedPackages(context, params.id),
  }))
  registerEndpoint(owned.extend, async (context, { params, body }) => ({
    data: await extendPackage(context, params.id, body),
  }))
  registerEndpoint(
    owned.refund,
    async (context, { params, body }) => ({ data: await refundPackage(context, params.id, body) }),
    storeOnlyId(presentOne),
  )
  registerEndpoint(owned.transfer, async (context, { params, body }) => ({
    data: await transferPackage(context, params.id, body.user_id),
  }))
}
