import {
  addListedService,
  findServicesNamed,
  removeListedService,
  type ListedService,
} from '#server/catalogue/public.ts'
import type { RowKind, Saved } from '#server/imports/row-kind.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { DURATION_STEP, SHORTEST_SERVICE } from '#shared/catalogue/service-booking.ts'
import { importFieldNames as names, importRefusals as s } from '#shared/imports/messages.ts'
import { readMinutes, readPrice } from '#shared/imports/read-values.ts'
import { toPesos } from '#shared/lib/money.ts'
import { findNamed, keysOfName, nameKeyOf, undoEach } from './named-records.ts'

const MAX_DESCRIPTION = 1_000

/** A length in whole quarter hours, as visits are booked: 50 minutes become 60. */
const inQuarters = (minutes: number) => Math.max(SHORTEST_SERVICE, Math.ceil(minutes / DURATION_STEP) * DURATION_STEP)

const fieldOf: Record<string, string> = {
  treatment_name: names.treatment,
  service_name: names.service,
  service_price: names.price,
  duration_minutes: names.duration,
}

/** Applies the rules of the form, so that an import accepts exactly what the form accepts. */
function requireAccepted({ treatment, service, price, minutes }: ListedService, reasons: string[]): void {
  const one = { service_name: service, service_price: toPesos(price), duration_minutes: minutes ?? SHORTEST_SERVICE }
  const body = { treatments: [{ treatment_name: treatment, services: [one] }] }
  const checked = catalogueContract.start.body.safeParse(body)
  for (const { path, message } of checked.error?.issues ?? [])
    reasons.push(`${fieldOf[String(path.at(-1))] ?? names.service}: ${message}`)
}

const read: RowKind<ListedService>['read'] = (values) => {
  const reasons: string[] = []
  const { service, treatment, price: priceText, duration, description = null } = values
  if (service === undefined) reasons.push(s.missing(names.service))
  if (treatment === undefined) reasons.push(s.missing(names.treatment))
  const price = priceText === undefined ? 0 : readPrice(priceText)
  if (price === null) reasons.push(s.price(priceText!))
  const minutes = duration === undefined ? null : readMinutes(duration)
  if (duration !== undefined && minutes === null) reasons.push(s.minutes(duration))
  if (description !== null && description.length > MAX_DESCRIPTION)
    reasons.push(s.tooLong(names.description, MAX_DESCRIPTION))
  if (reasons.length > 0) return { reasons }
  const length = minutes === null ? null : inQuarters(minutes)
  const data = { service: service!, treatment: treatment!, price: price!, minutes: length, description }
  requireAccepted(data, reasons)
  return reasons.length > 0 ? { reasons } : { data }
}

const keyOf = ({ treatment, service }: ListedService) => nameKeyOf(treatment, service)

const find: RowKind<ListedService>['find'] = async (context, rows) => {
  const named = await findServicesNamed(
    context.tx,
    rows.map(({ data }) => data.service.toLowerCase()),
  )
  const existing = new Map(named.map(({ name, treatment_name }) => [nameKeyOf(treatment_name, name), name]))
  return findNamed(context, rows, { keyOf, existing })
}

type TreatmentOfRow = { new_treatment: string | null }

const save: RowKind<ListedService>['save'] = async (by, rows) => {
  const saved: Saved[] = []
  for (const { data, decision } of rows) {
    const added = decision === 'skip' ? null : await addListedService(by, data)
    const filled: TreatmentOfRow = { new_treatment: added?.newTreatment ?? null }
    saved.push(added ? { outcome: 'created', record_id: added.id, filled } : { outcome: 'skipped' })
  }
  return saved
}

export const serviceRows: RowKind<ListedService> = {
  chunkSize: 50,
  read,
  keysOf: (data) => keysOfName(keyOf(data)),
  find,
  save,
  undo: (by, rows, { importedAt }) =>
    undoEach(rows, ({ record_id, filled }) =>
      removeListedService(
        by,
        { id: record_id!, newTreatment: (filled as TreatmentOfRow | null)?.new_treatment ?? null },
        importedAt,
      ),
    ),
}
