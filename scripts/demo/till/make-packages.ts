import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { addDays, addMonths, instantOf, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { sessionValues } from '#shared/prepaid/session-values.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import { PACKAGE_REASON, referenceKey } from '#shared/sales/payment.ts'
import { logEvent } from '../demo-log.ts'
import type { DemoRows } from '../demo-rows.ts'
import { idAt } from '../id-at.ts'
import type { DemoService } from '../make-catalogue.ts'
import { cashierAt, type DemoClient, type DemoStaff } from '../make-people.ts'
import type { Visit } from '../make-visits.ts'
import { seededRandom, type Random } from '../random.ts'
import { openAccount } from './make-gift-cards.ts'
import { sampleBroughtIn, samplePackages, sampleSoldPackages, type SamplePackage } from './packages-content.ts'

type Options = {
  now: Date
  opened: Date
  staff: DemoStaff
  clients: readonly DemoClient[]
  services: readonly DemoService[]
  /** The days on which the clinic is closed. */
  closed: ReadonlySet<CivilDate>
}
type Session = DemoService

/** Lists the sessions of a package: one session for each time that a service can be used. */
const sessionsOf = (services: readonly DemoService[], counts: SamplePackage['services']): Session[] =>
  counts.flatMap(([name, count]) => {
    const service = services.find((one) => one.name === name)!
    return Array.from({ length: count }, () => service)
  })

type Copied = { accountId: string; at: Date; paid: number }

/** Adds the sessions of a client's package and returns their rows. The paid amount is divided among the sessions. */
function addSessions(rows: DemoRows, random: Random, sessions: readonly Session[], { accountId, at, paid }: Copied) {
  const values = sessionValues(
    paid,
    sessions.map(({ price }) => price),
  )
  const added = sessions.map(({ id, name, price }, index) => ({
    id: idAt(random, at),
    account_id: accountId,
    position: index + 1,
    service_id: id,
    service_name: name,
    value_centavos: values[index]!,
    list_centavos: price,
  }))
  rows.package_sessions.push(...added)
  return added
}

/** Adds the packages on offer, and returns their ids by name. */
function offerPackages(rows: DemoRows, random: Random, { opened, staff, services }: Options): Map<string, string> {
  return new Map(
    samplePackages.map((offered) => {
      const { services: counts, ...columns } = offered
      const id = idAt(random, opened)
      rows.packages.push({ id, branch_id: MAIN_BRANCH_ID, is_active: true, version: 1, updated_at: opened, ...columns })
      counts.forEach(([name, sessions], index) => {
        const service_id = services.find((one) => one.name === name)!.id
        rows.package_services.push({ package_id: id, service_id, position: index + 1, sessions })
      })
      const { name, price_centavos } = offered
      const parameters = { name, price_centavos }
      const saved = { type: 'prepaid.package.saved', subjectId: id, parameters } as const
      logEvent(rows, random, { at: opened, by: staff.admin }, saved)
      return [name, id] as const
    }),
  )
}

type Sale = { id: string; name: string; client: DemoClient; at: Date; amount_centavos: number }

/** Adds the sale of a package, which was paid by wallet. */
function addSale(
  rows: DemoRows,
  random: Random,
  { id, name, client, at, amount_centavos }: Sale,
  by: DemoStaff['admin'],
): void {
  const number = rows.prepaid_sales.length + 1
  const reference_number = `GC-${random.whole(10_000_000, 99_999_999)}`
  rows.prepaid_sales.push({
    account_id: id,
    branch_id: MAIN_BRANCH_ID,
    number,
    business_date: manilaDate(at),
    sold_at: at,
    cashier_id: by.id,
    cashier_name: by.name,
    buyer_name: client.name,
    method: 'gcash',
    amount_centavos,
    received_centavos: amount_centavos,
    reference_number,
    reference_key: referenceKey(reference_number),
  })
  const parameters = { number, name, amount_centavos, client: client.name }
  logEvent(rows, random, { at, by }, { type: 'prepaid.package.sold', subjectId: id, parameters })
}

type Sold = (typeof sampleSoldPackages)[number]
type SoldSession = ReturnType<typeof addSessions>[number]

/** The latest open day that is at least `daysAgo` days ago. */
function openDay({ now, closed }: Pick<Options, 'now' | 'closed'>, daysAgo: number): CivilDate {
  let day = addDays(manilaDate(now), -daysAgo)
  while (closed.has(day)) day = addDays(day, -1)
  return day
}

/** Returns the sale line of a service that is paid with a session of a package. */
function lineOf(service: DemoService, { id, account_id, value_centavos: value }: SoldSession): SaleLine {
  const saved = service.price - value
  return {
    service_id: service.id,
    service_name: service.name,
    treatment_id: service.treatmentId,
    treatment_name: service.treatmentName,
    quantity: 1,
    price: service.price,
    addOns: [],
    ...(saved > 0 && { discount: saved, discount_reason: PACKAGE_REASON }),
    isPrepaid: true,
    packageSession: { id, accountId: account_id, value },
  }
}

/** The visit in which a session was used, at least `daysAgo` days ago. */
function visitOf(options: Options, daysAgo: number, used: Pick<Visit, 'client' | 'lines' | 'packageName'>): Visit {
  const at = instantOf(openDay(options, daysAgo), '15:20:00')
  return { at, ...used, appointmentId: null, by: cashierAt(options.staff, at) }
}

/**
 * Adds the sale of one package, and returns the visits that the client has paid with its sessions. The package is sold
 * before the clinic uses cash control, or is paid by wallet, because no cash drawer of the sample contains its price.
 */
function sellPackage(rows: DemoRows, random: Random, sold: Sold, ids: Map<string, string>, options: Options): Visit[] {
  const { now, staff, clients, services } = options
  const offered = samplePackages.find(({ name }) => name === sold.name)!
  const { name, price_centavos: amount_centavos, validity, validity_months, is_transferable } = offered
  const day =
    sold.endsInDays === null
      ? addDays(manilaDate(now), -40)
      : addMonths(addDays(manilaDate(now), sold.endsInDays), -validity_months!)
  const at = instantOf(day, '15:40:00')
  const client = clients[sold.client]!
  const { id } = openAccount(rows, random, at, { kind: 'package', clientId: client.clientId, recipient: null })
  const expires_on = sold.endsInDays === null ? null : addDays(manilaDate(now), sold.endsInDays)
  const copy = { name, validity, validity_months, is_transferable, expires_on }
  rows.sold_packages.push({ account_id: id, branch_id: MAIN_BRANCH_ID, package_id: ids.get(name)!, ...copy })
  const included = sessionsOf(services, offered.services)
  const sessions = addSessions(rows, random, included, { accountId: id, at, paid: amount_centavos })
  rows.prepaid_entries.push({
    account_id: id,
    kind: 'sold',
    amount_centavos,
    entered_on: day,
    position: 0,
    balance_centavos: 0,
  })
  addSale(rows, random, { id, name, client, at, amount_centavos }, cashierAt(staff, at))
  const visits = sold.usedDaysAgo.map((daysAgo, index) => {
    const line = lineOf(included[index]!, sessions[index]!)
    return visitOf(options, daysAgo, { client, lines: [line], packageName: name })
  })
  // A sample that begins a few months ago has no sales from before its first day.
  return visits.filter((visit) => visit.at >= options.opened)
}

/** Adds packages that clients had bought before the clinic used Mutya, with the sessions that are left. */
function bringInPackages(rows: DemoRows, random: Random, ids: Map<string, string>, options: Options): void {
  const { now, opened, staff, clients, services } = options
  for (const { client: position, name, service, left, usedBefore, endsInDays } of sampleBroughtIn) {
    const client = clients[position]!
    const at = new Date(Math.max(client.joined.getTime(), opened.getTime()) + 3_600_000)
    const { id } = openAccount(rows, random, at, { kind: 'package', clientId: client.clientId, recipient: null })
    const sessions = sessionsOf(services, [[service, left]])
    const amount_centavos = sessions.reduce((sum, { price }) => sum + price, 0)
    rows.sold_packages.push({
      account_id: id,
      branch_id: MAIN_BRANCH_ID,
      package_id: ids.get(name) ?? null,
      name,
      validity: endsInDays === null ? 'none' : 'sale',
      validity_months: null,
      is_transferable: false,
      expires_on: endsInDays === null ? null : addDays(manilaDate(now), endsInDays),
      bought_on: addDays(manilaDate(at), -30),
      used_before: usedBefore,
    })
    addSessions(rows, random, sessions, { accountId: id, at, paid: amount_centavos })
    const entry = { account_id: id, kind: 'brought_in' as const, amount_centavos, entered_on: manilaDate(at) }
    rows.prepaid_entries.push({ ...entry, position: 0, balance_centavos: 0 })
    const parameters = { name, sessions: left, amount_centavos, client: client.name }
    const event = { type: 'prepaid.package.imported', subjectId: id, parameters } as const
    logEvent(rows, random, { at, by: staff.admin }, event)
  }
}

/**
 * Adds three kinds of packages: those that the clinic offers, those that clients have bought, and those that clients had
 * bought before the clinic used Mutya. Returns the visits that clients have paid with sessions of bought packages.
 */
export function makePackages(rows: DemoRows, options: Options): Visit[] {
  const random = seededRandom(240)
  const ids = offerPackages(rows, random, options)
  bringInPackages(rows, random, ids, options)
  return sampleSoldPackages.flatMap((sold) => sellPackage(rows, random, sold, ids, options))
}
