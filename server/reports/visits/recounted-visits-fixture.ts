import { addDays, dayNumber, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { daysIn, type Range } from '#shared/reports/reports.ts'
import { openVisitClinic } from './random-visits-fixture.ts'

export const DAY = 86_400_000

/** Opens a clinic with random visits and reads all rows from which tests compute the reports anew. */
export const openClinic = async () => {
  const clinic = await openVisitClinic(20_261_121)
  const { db } = clinic.server
  const disabled = await db.selectFrom('disabled_dates').select('date').execute()
  const holidays = await db.selectFrom('public_holidays').select('date').execute()
  const slots = await db.selectFrom('resource_slots').selectAll().execute()
  const overbooked = await db.selectFrom('overbooked_slots').selectAll().execute()
  return {
    ...clinic,
    visits: await db.selectFrom('appointments').selectAll().execute(),
    services: await db.selectFrom('services').selectAll().execute(),
    resources: await db.selectFrom('resources').selectAll().execute(),
    slots: [...slots, ...overbooked],
    hours: await db.selectFrom('resource_hours').selectAll().execute(),
    exceptions: await db.selectFrom('resource_exceptions').selectAll().execute(),
    opening: await db.selectFrom('opening_hours').selectAll().execute(),
    closed: new Set([...disabled, ...holidays].map(({ date }) => date)),
    documents: await db.selectFrom('documents').selectAll().execute(),
    bought: await db.selectFrom('client_services').selectAll().execute(),
    clients: await db.selectFrom('clients').selectAll().execute(),
    users: await db.selectFrom('users').selectAll().execute(),
  }
}
export type RecountedClinic = Awaited<ReturnType<typeof openClinic>>
export type Visit = RecountedClinic['visits'][number]

export const isKept = ({ status }: Visit) => status === 'completed'
const isNoShow = (one: Visit) => one.cancel_reason === 'no-show'
export const isWalkIn = (one: Visit) => one.created_at >= one.starts_at
const round = (number: number) => Math.round(number * 10) / 10
export const share = (part: number, all: number) => (all === 0 ? null : round((part * 100) / all))
export const count = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length
export const sum = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((all, item) => all + of(item), 0)
export const average = (numbers: readonly number[], unit: number) =>
  numbers.length === 0 ? null : round(sum(numbers, (one) => one) / numbers.length / unit)
export const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] =>
  [...new Set(items.map(keyOf))].map((key) => [key, items.filter((item) => keyOf(item) === key)])
export const byName = (rows: readonly Record<string, unknown>[], key: string) =>
  Object.fromEntries(rows.map((row) => [row[key], row]))
/** Computes the report columns that count visits by their outcome. */
export const outcomes = (visits: readonly Visit[]) => ({
  visits: visits.length,
  kept: count(visits, isKept),
  no_shows: count(visits, isNoShow),
  no_show_share: share(
    count(visits, isNoShow),
    count(visits, ({ status }) => status === 'completed' || status === 'cancelled'),
  ),
  cancelled: count(visits, (one) => one.status === 'cancelled' && !isNoShow(one)),
  open: count(visits, ({ status }) => status !== 'completed' && status !== 'cancelled'),
})
export const leadOf = (visits: readonly Visit[]) =>
  average(
    visits.filter((one) => !isWalkIn(one)).map((one) => +one.starts_at - +one.created_at),
    DAY,
  )

/** The quarter hours of a business date in which a person or room can be booked, as minutes since 1970 in Manila. */
function openQuarters(clinic: RecountedClinic, resource: { id: string }, date: CivilDate): number[] {
  if (clinic.closed.has(date)) return []
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const isIn = (at: number, from: string | null, to: string | null) =>
    from === null ||
    to === null ||
    (at >= minutes(from) && at < (minutes(to) <= minutes(from) ? minutes(to) + 1440 : minutes(to)))
  const week = clinic.hours.filter(({ resource_id }) => resource_id === resource.id)
  const own = clinic.exceptions.filter((one) => one.resource_id === resource.id && one.date === date)
  const special = own.filter(({ kind }) => kind === 'hours')
  const works = (at: number) =>
    (special.length > 0
      ? special.some((one) => isIn(at, one.starts_at, one.ends_at))
      : week.length === 0 ||
        week.some((one) => one.weekday === weekdayOf(date) && isIn(at, one.opens_at, one.closes_at))) &&
    !own.some((one) => one.kind !== 'hours' && isIn(at, one.starts_at, one.ends_at))
  const isOpen = (at: number) =>
    clinic.opening.some(
      (one) => one.is_open && one.weekday === weekdayOf(date) && isIn(at, one.opens_at, one.closes_at),
    )
  return Array.from({ length: 192 }, (_, n) => n * 15)
    .filter((at) => isOpen(at) && works(at))
    .map((at) => dayNumber(date) * 1440 + at)
}

/** The open and booked quarter hours of a person or room, as minutes since 1970 in Manila. */
export function useOf(clinic: RecountedClinic, resource: { id: string }, { from, to }: Range) {
  const inRange = (at: number) => at >= dayNumber(from) * 1440 && at < (dayNumber(to) + 1) * 1440
  const dates = Array.from({ length: daysIn({ from, to }) + 1 }, (_, n) => addDays(from, n - 1))
  const booked = clinic.slots
    .filter(({ resource_id, appointment_id }) => resource_id === resource.id && appointment_id !== null)
    .map(({ slot_at }) => +slot_at / 60_000 + 480)
  return {
    open: dates.flatMap((date) => openQuarters(clinic, resource, date)).filter(inRange),
    booked: [...new Set(booked)].filter(inRange),
  }
}

/** Rows as texts, sorted by these texts, because the report sorts rows with equal figures by name. */
export const inOrder = (rows: readonly Record<string, unknown>[]) => rows.map((row) => JSON.stringify(row)).sort()

/** The rows of the report `next-services`, for these visits. */
export function nextServicesOf(clinic: RecountedClinic, visits: readonly Visit[]) {
  const nameOf = (id: string) => clinic.services.find((one) => one.id === id)!.name
  const steps = grouped(visits.filter(isKept), (one) => one.client_id).flatMap(([, kept]) => {
    const sorted = kept.sort((a, b) => +a.starts_at - +b.starts_at)
    return sorted.slice(1).map((to, n) => ({ from: sorted[n]!, to, key: `${sorted[n]!.service_id} ${to.service_id}` }))
  })
  const others = steps.filter(({ from, to }) => from.service_id !== to.service_id)
  return grouped(others, ({ key }) => key).map(([, same]) => {
    const { from, to } = same[0]!
    return {
      service: nameOf(from.service_id),
      next_service: nameOf(to.service_id),
      clients: new Set(same.map((one) => one.from.client_id)).size,
      next_share: share(
        same.length,
        count(steps, (one) => one.from.service_id === from.service_id),
      ),
      gap: average(
        same.map((one) => +one.to.starts_at - +one.from.starts_at),
        DAY,
      ),
    }
  })
}

/** The rows of the report `lapsed-clients`; of a practitioner only those whose last visit was with this person. */
export const lapsedClientsOf = (clinic: RecountedClinic, range: Range, practitioner?: string) =>
  clinic.clients.flatMap((client) => {
    const date = client.last_visit
    const kept = clinic.visits.filter((one) => isKept(one) && one.client_id === client.id)
    const last = kept.filter(
      (one) => one.appointment_date === date && [undefined, one.practitioner_id].includes(practitioner),
    )
    const bought = clinic.bought.filter(
      (one) => one.client_id === client.id && one.date === date && practitioner === undefined,
    )
    const [first] = [...last, ...bought]
      .map(({ service_id }) => clinic.services.find(({ id }) => id === service_id)!)
      .sort((a, b) => a.rebook_after_days - b.rebook_after_days || (a.id < b.id ? -1 : 1))
    if (date === null || !first) return []
    const due_on = addDays(date, first.rebook_after_days)
    const isBooked = clinic.visits.some(
      (one) => one.client_id === client.id && one.starts_at >= clinic.now && one.status !== 'cancelled',
    )
    if (due_on < range.from || due_on > range.to || isBooked) return []
    const { name } = clinic.users.find(({ id }) => id === client.person_id)!
    return [{ client: name, phone: '', service: first.name, last_visit: date, due_on, all_visits: kept.length }]
  })
