import { liveServices } from '#server/catalogue/read-catalogue.ts'
import { paymentRules } from '#server/clinic/clinic-profile.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { lockClientAgainstMerge } from '#server/people/merge-records.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { addMonths, manilaDate } from '#shared/lib/manila-time.ts'
import { toCentavos } from '#shared/lib/money.ts'
import type { packagesContract, SoldPackage } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { sessionValues } from '#shared/prepaid/session-values.ts'
import { paymentColumns, requireAccepted } from '#server/prepaid/card-payment.ts'
import { openAccount } from '#server/prepaid/open-account.ts'
import { insertCardSale } from '#server/prepaid/queries.ts'
import { recordEntry } from '#server/prepaid/record-entry.ts'
import { presentSoldPackage } from './present-package.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type SellBody = Parsed<typeof packagesContract.sell>['body']

/**
 * Reads the package that is sold, with its services at their present prices. Throws a 409 if it is no longer offered,
 * or costs something else than the till has shown.
 */
async function requireOffered({ tx, branchId }: Context, { package_id, price }: SellBody) {
  const offered = await views.packageById(tx, branchId, package_id)
  if (!offered?.is_active) throw new AppError('conflict', s.notOffered)
  if (offered.price_centavos !== toCentavos(price)) throw new AppError('conflict', s.priceChanged)
  const services = await views.servicesOfPackages(tx, [package_id])
  const live = await liveServices(
    tx,
    services.map(({ service_id }) => service_id),
  )
  if (live.length < services.length) throw new AppError('conflict', s.serviceEnded)
  return { offered, services }
}

/** Makes the rows of all sessions of a sold package. The values of the sessions add up to the price of the package. */
function sessionRows(accountId: string, { offered, services }: Awaited<ReturnType<typeof requireOffered>>) {
  const sessions = services.flatMap((service) => Array.from({ length: service.sessions }, () => service))
  const values = sessionValues(
    offered.price_centavos,
    sessions.map(({ price_centavos }) => price_centavos),
  )
  return sessions.map(({ service_id, name, price_centavos }, index) => ({
    id: newId(),
    account_id: accountId,
    position: index + 1,
    service_id,
    service_name: name,
    value_centavos: values[index]!,
    list_centavos: price_centavos,
  }))
}

export async function readSoldPackage({ tx, branchId, now }: Context, id: string): Promise<SoldPackage> {
  const stored = (await views.soldPackageById(tx, branchId, id))!
  return presentSoldPackage(stored, await views.sessionsOfPackages(tx, [id]), manilaDate(now))
}

/**
 * Sells a package to a client: opens a prepaid account whose balance is the price of the package, stores a copy of the
 * offered package and its sessions, and records the sale, which gets a number of its own.
 */
export async function sellPackage(context: Context<Principal>, body: SellBody): Promise<SoldPackage> {
  const { tx, branchId, now, user } = context
  const { payment_methods: accepted } = await paymentRules(tx, branchId)
  if (!accepted.includes('prepaid')) throw new AppError('conflict', s.isOff)
  requireAccepted(body.method, accepted)
  const client = await lockClientAgainstMerge(tx, body.user_id)
  if (!client) throw invalid('user_id', s.clientRequired)
  const sold = await requireOffered(context, body)
  const { name, validity, validity_months, is_transferable, price_centavos } = sold.offered
  const payment = paymentColumns({ ...body, amount: body.price }, s.receivedTooLow)
  const today = manilaDate(now)
  const { id } = await openAccount(context, { kind: 'package', clientId: client.client_id, recipientName: null })
  const expires_on = validity === 'sale' ? addMonths(today, validity_months!) : null
  const copy = { name, validity, validity_months, is_transferable, expires_on }
  const row = { account_id: id, branch_id: branchId, package_id: body.package_id, ...copy }
  await queries.insertSoldPackage(tx, row, sessionRows(id, sold))
  await recordEntry(context, { account_id: id, kind: 'sold', amount_centavos: price_centavos })
  const number = await insertCardSale(tx, {
    account_id: id,
    branch_id: branchId,
    business_date: today,
    sold_at: now,
    cashier_id: user.id,
    cashier_name: user.name,
    buyer_name: client.name,
    ...payment,
    terminal_id: body.terminal_id ?? null,
  })
  const parameters = { number, name, amount_centavos: price_centavos, client: client.name }
  await writeAuditLog(context, { type: 'prepaid.package.sold', subjectId: id, parameters })
  return readSoldPackage(context, id)
}
