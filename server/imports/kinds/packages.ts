import { findServicesNamed } from '#server/catalogue/public.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Finding, RowKind, RowValues, Saved } from '#server/imports/row-kind.ts'
import { AppError } from '#server/lib/app-error.ts'
import { bringInPackage, findOpenPackagesOf, removeListedPackage, type ListedPackage } from '#server/prepaid/public.ts'
import type { ImportField } from '#shared/imports/kinds.ts'
import { importFieldNames as names, importRefusals as s } from '#shared/imports/messages.ts'
import { readComingDate, readCount, readDate, readPrice } from '#shared/imports/read-values.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toPesos, type Centavos } from '#shared/lib/money.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { findClientsOfRows, keyOfClient, readClient, type NamedClient } from './client-of-row.ts'
import { acceptAsForm } from './form-rules.ts'
import { findNamed, keysOfName, nameKeyOf, undoEach } from './named-records.ts'

type PackageData = NamedClient &
  Omit<ListedPackage, 'userId' | 'service' | 'name'> & {
    package: string
    service: string
  }
type ReadOptions = Parameters<RowKind<PackageData>['read']>[1]

/** One cell that says both how many sessions are left and how many there were: “3 of 5”, “3/5” or “3 of 5 left”. */
const LEFT_OF_TOTAL = /^(\d+)\s*(?:\/|(?:out )?of)\s*(\d+)(?: (?:sessions )?left)?$/i

/** The sessions of a row: how many are left, and how many the client had used before. */
function sessionsOf(values: RowValues, reasons: string[]) {
  const [, leftPart, totalPart] = values.sessions_left?.match(LEFT_OF_TOTAL) ?? []
  const read = (field: ImportField, text = values[field]) => {
    const count = text === undefined ? undefined : readCount(text)
    if (count === null) reasons.push(s.count(names[field], text!))
    return count ?? undefined
  }
  const left = read('sessions_left', leftPart)
  const total = read('sessions_total', values.sessions_total ?? totalPart)
  if (values.sessions_left === undefined) reasons.push(s.missing(names.sessions_left))
  if (left === 0) reasons.push(s.noSessionLeft)
  if (left !== undefined && total !== undefined && total < left) reasons.push(s.moreLeftThanBought)
  return { sessionsLeft: left ?? 0, usedBefore: Math.max(0, (total ?? 0) - (left ?? 0)) }
}

/** Reads the amount in centavos; null for an empty cell. */
function amountOf(text: string | undefined, reasons: string[]): Centavos | null {
  const amount = text === undefined ? null : readPrice(text)
  if (text !== undefined && amount === null) reasons.push(s.amount(names.amount_left, text))
  return amount
}

/** Words with which an imported file says that a package never expires. */
const NEVER = /^(?:never|no (?:expiry|expiration|limit|last day|end)(?: date)?|unlimited|lifetime|walang expiry)$/i

function lastDayOf(text: string | undefined, { dateOrder, today }: ReadOptions, reasons: string[]): CivilDate | null {
  if (text === undefined || NEVER.test(text)) return null
  const date = readComingDate(text, dateOrder, today)
  if (date === null) reasons.push(s.date(names.last_day, text))
  else if (date < today) reasons.push(s.lastDayPassed)
  return date
}

function boughtOnOf(text: string | undefined, { dateOrder, today }: ReadOptions, reasons: string[]): CivilDate | null {
  if (text === undefined) return null
  const date = readDate(text, dateOrder, today)
  if (date === null) reasons.push(s.date(names.bought_on, text))
  else if (date > today) reasons.push(s.dateInFuture(names.bought_on))
  return date
}

/** The name of the imported column whose value is checked as this field of the form for packages. */
const columnOf = (field: string, usedBefore: number) => {
  if (field === 'price') return names.amount_left
  if (field === 'sessions') return usedBefore > 0 ? names.sessions_total : names.sessions_left
  return names.package
}

/** The rules of the form require the id of a service. This id stands for the service that the row names. */
const SOME_SERVICE = '01900000-0000-7000-8000-000000000000'

/** Applies the rules of the form in which the clinic offers a package. Returns the name as the form would store it. */
function acceptPackage(name: string, { sessionsLeft, usedBefore, amountLeft }: Sums, reasons: string[]) {
  // The form requires a price. Sessions that are left may be a present of the clinic without a price, so ₱1 stands for
  // it.
  const price = amountLeft === null || amountLeft === 0 ? 1 : toPesos(amountLeft)
  const services = [{ service_id: SOME_SERVICE, sessions: sessionsLeft + usedBefore }]
  const rules = { validity: 'none', validity_months: null, is_transferable: false, is_active: true }
  return acceptAsForm(
    packagesContract.save.body,
    { name, price, services, ...rules },
    {
      nameOf: (field) => columnOf(field, usedBefore),
      reasons,
    },
  )?.name
}
type Sums = Pick<ListedPackage, 'sessionsLeft' | 'usedBefore' | 'amountLeft'>

const read: RowKind<PackageData>['read'] = (values, options) => {
  const reasons: string[] = []
  const client = readClient(values, reasons)
  const { package: name, service } = values
  if (name === undefined) reasons.push(s.missing(names.package))
  if (service === undefined) reasons.push(s.missing(names.service))
  const sums = { ...sessionsOf(values, reasons), amountLeft: amountOf(values.amount_left, reasons) }
  const days = {
    lastDay: lastDayOf(values.last_day, options, reasons),
    boughtOn: boughtOnOf(values.bought_on, options, reasons),
  }
  const accepted = reasons.length === 0 ? acceptPackage(name!, sums, reasons) : undefined
  if (accepted === undefined) return { reasons }
  return { data: { ...client, package: accepted, service: service!, ...sums, ...days } }
}

const lower = (text: string) => text.toLowerCase()

const keyOf = ({ package: name, service, lastDay, boughtOn, ...client }: PackageData) =>
  nameKeyOf(keyOfClient(client), `${name} / ${service} / ${lastDay ?? ''} / ${boughtOn ?? ''}`)

type Resolved = { listed: ListedPackage; clientId: string; clientName: string } | { refusal: string }

/** Finds the client and the service that each row names. */
async function resolveRows(tx: Tx, rows: readonly PackageData[]): Promise<Resolved[]> {
  if (rows.length === 0) return []
  const clients = await findClientsOfRows(tx, rows)
  const services = await findServicesNamed(
    tx,
    rows.map(({ service }) => lower(service)),
  )
  return rows.map((data, at): Resolved => {
    const client = clients[at]!
    if (typeof client === 'string') return { refusal: client }
    const [service, another] = services.filter(({ name }) => lower(name) === lower(data.service))
    if (!service) return { refusal: s.noService(data.service) }
    if (another) return { refusal: s.severalServices(data.service) }
    const { sessionsLeft, usedBefore, amountLeft, lastDay, boughtOn } = data
    // The till redeems at most the price of a session. Of a higher amount, the clinic would owe the rest for ever.
    const most = service.price_centavos * sessionsLeft
    if (amountLeft !== null && amountLeft > most) return { refusal: s.moreThanSessionsCost(formatPeso(most)) }
    const sums = { sessionsLeft, usedBefore, amountLeft, lastDay, boughtOn }
    const listed = { userId: client.personId, name: data.package, service, ...sums }
    return { listed, clientId: client.clientId, clientName: client.name }
  })
}

const packageKey = (clientId: string, name: string, serviceId: string, lastDay: CivilDate | null) =>
  `${clientId} ${serviceId} ${lastDay ?? ''} ${lower(name)}`

/**
 * Returns a function that is true for a row whose package the client already has open. Packages that were bought on
 * different days are different packages. A row without this day may be any of them.
 */
async function findOpen(context: { tx: Tx; branchId: string }, rows: readonly Resolved[]) {
  const ids = rows.flatMap((row) => ('listed' in row ? [row.clientId] : []))
  const open = ids.length === 0 ? [] : await findOpenPackagesOf(context.tx, context.branchId, ids)
  const days = new Map<string, (CivilDate | null)[]>()
  for (const { client_id, name, service_id, expires_on, bought_on } of open) {
    const key = packageKey(client_id!, name, service_id, expires_on)
    days.set(key, [...(days.get(key) ?? []), bought_on])
  }
  return ({ clientId, listed: { name, service, lastDay, boughtOn } }: Exclude<Resolved, { refusal: string }>) =>
    (days.get(packageKey(clientId, name, service.id, lastDay)) ?? []).some(
      (day) => day === null || boughtOn === null || day === boughtOn,
    )
}

const find: RowKind<PackageData>['find'] = async (context, rows) => {
  const resolved = await resolveRows(
    context.tx,
    rows.map(({ data }) => data),
  )
  const isOpen = await findOpen(context, resolved)
  const inFile = await findNamed(context, rows, { keyOf, existing: new Map() })
  return resolved.map((row, at): Finding => {
    if ('refusal' in row) return { outcome: 'refused', reason: row.refusal }
    const match = { client_id: row.clientId, match_name: row.clientName, match_by: 'name' }
    return isOpen(row) ? { outcome: 'duplicate', ...match } : { client_id: row.clientId, ...inFile[at]! }
  })
}

const save: RowKind<PackageData>['save'] = async (by, rows) => {
  const resolved = await resolveRows(
    by.tx,
    rows.map(({ data }) => data),
  )
  // Two rows can name one client in different ways, so an open package is looked for again.
  const isOpen = await findOpen(by, resolved)
  const saved: Saved[] = []
  for (const [at, { decision }] of rows.entries()) {
    const row = resolved[at]!
    if ('refusal' in row) throw new AppError('validation', row.refusal)
    if (decision === 'skip' || isOpen(row)) saved.push({ outcome: 'skipped' })
    else {
      const record_id = await bringInPackage(by, row.listed)
      saved.push({ outcome: 'created', record_id, client_id: row.clientId })
    }
  }
  return saved
}

/** Each package is saved in its own transaction, because saving a package locks its client. */
export const packageRows: RowKind<PackageData> = {
  chunkSize: 1,
  read,
  keysOf: (data) => keysOfName(keyOf(data)),
  find,
  save,
  undo: (by, rows) => undoEach(rows, ({ record_id, client_id }) => removeListedPackage(by, record_id!, client_id)),
}
