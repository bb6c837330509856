import { randomUUID } from 'node:crypto'
import { openPrepaidClinic } from '#server/prepaid/prepaid-fixture.ts'
import type { TestUser } from '#server/test/factories.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { packagesContract, type SoldPackage } from '#shared/prepaid/package-contract.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'

type PackageBody = Input<typeof packagesContract.save>['body']
type SellBody = Input<typeof packagesContract.sell>['body']
type Line = CheckoutBody['treatments'][number]

/** A line of an order, and the sold package whose sessions pay for some of its pieces. */
type Covered = { line: Line; by?: Pick<SoldPackage, 'id' | 'services'>; sessions?: number; from?: number }

const cents = (pesos: number) => Math.round(pesos * 100)
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + cents(amount), 0) / 100

/** For tests: a clinic with cash control and an open shift that offers the Glow Package of five peels for ₱5,000. */
export async function openPackageClinic(options: Parameters<typeof openPrepaidClinic>[0] = {}) {
  const clinic = await openPrepaidClinic(options)
  const { till, asAdmin, asCashier } = clinic
  const glow: PackageBody = {
    name: 'Glow Package',
    price: 5000,
    services: [{ service_id: till.catalogue.serviceId, sessions: 5 }],
    validity: 'none',
    validity_months: null,
    is_transferable: false,
    is_active: true,
  }
  const offer = async (more: Partial<PackageBody> = {}, id: string = randomUUID()) =>
    (await asAdmin(packagesContract.save, { params: { id }, body: { ...glow, ...more } })).data
  const sellPackage = async (
    { id, price }: { id: string; price: number },
    more: Partial<SellBody> = {},
    key: string = randomUUID(),
  ) =>
    (
      await asCashier(
        packagesContract.sell,
        { body: { package_id: id, user_id: till.client.id, price, method: 'cash', ...more } },
        { idempotencyKey: key },
      )
    ).data
  /** An order whose covered pieces are paid by packages, and the rest in cash. */
  const orderOf = (items: readonly Covered[], more: Partial<CheckoutBody> = {}): CheckoutBody => {
    const lines = items.map(({ line, by, sessions = by ? 1 : 0, from = 0 }) => {
      const free = by?.services.find(({ service_id }) => service_id === line.service_id)?.left ?? []
      const used = free.slice(from, from + sessions)
      const addOns = (line.addOns ?? []).map(({ addOn_price, quantity }) => addOn_price * quantity)
      const values = used.map(({ value }) => Math.min(value, line.price))
      const rest = line.price * (line.quantity - used.length)
      return {
        line: { ...line, package_sessions: used.map(({ id }) => id) },
        paid: { package_id: by?.id, amount: sum(values) },
        money: sum([...addOns, rest]),
      }
    })
    const byPackage = new Map<string, number>()
    for (const { paid } of lines)
      if (paid.package_id && paid.amount > 0)
        byPackage.set(paid.package_id, sum([byPackage.get(paid.package_id) ?? 0, paid.amount]))
    const money = sum(lines.map((line) => line.money))
    const total = sum([...byPackage.values(), money])
    const payments = [
      ...[...byPackage].map(([package_id, amount]) => ({ method: 'prepaid' as const, amount, package_id })),
      ...(money > 0 ? [{ method: 'cash' as const, amount: money, received: money }] : []),
    ]
    return {
      ...till.order([till.peel()]),
      treatments: lines.map(({ line }) => line),
      total,
      total_after_discount: total,
      received_money: total,
      exchange_money: 0,
      ...(payments.length > 0 && { payments }),
      ...more,
    }
  }
  /** Ends a business day with its shift and opens a shift on another day. */
  const beginDay = async (date: string, { shiftId = clinic.shift.id, endOf = '2026-11-21' } = {}) => {
    const { shifts } = await clinic.x(shiftId)
    await clinic.close(shiftId, shifts[0]!.expected!)
    await clinic.closeDay(endOf)
    clinic.at(`${date}T10:00:00+08:00`)
    // After a break of more than two weeks a shift can be opened only after this.
    await clinic.asAdmin(documentsContract.acceptClock, { body: { date } })
    return clinic.open(10_000)
  }
  return {
    ...clinic,
    beginDay,
    offer,
    sellPackage,
    orderOf,
    /** An order of one peel that a session of the package pays. */
    session: (by: SoldPackage, from = 0) => orderOf([{ line: till.peel(), by, from }]),
    openPackages: async (client: TestUser = till.client) =>
      (await asCashier(packagesContract.ofClient, { querystring: { user_id: client.id } })).data,
    /** Returns the sessions whose stored state differs from the state that their ledger entries give. */
    wrongSessions: async () => {
      const sessions = await till.server.db.selectFrom('package_sessions').selectAll().execute()
      const uses = await till.server.db.selectFrom('package_uses').selectAll().orderBy('position').execute()
      return sessions.filter(({ id, used_by }) => {
        const last = uses.findLast(({ session_id }) => session_id === id)
        return used_by !== (last?.kind === 'used' ? last.document_id : null)
      })
    },
  }
}
export type PackageClinic = Awaited<ReturnType<typeof openPackageClinic>>
