import { sql } from 'kysely'
import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { spansOfWeek } from '#server/clinic/service.ts'
import { closedBetween, closedDatesOf, type ClosedRow } from '#server/closed-dates/service.ts'
import type { ReadTx } from '#server/db/pool.ts'
import {
  branchDays,
  chosenFor,
  photoAddress,
  resourcesOn,
  type Dates,
  type ResourceRow,
} from '#server/resources/service.ts'
import { addDays, type CivilDate } from '#shared/lib/manila-time.ts'
import { USUAL_NEEDS, type BranchDay, type ServiceNeeds, type Terms } from '#shared/resources/free-starts.ts'

/** A day of a branch, and who may not book on it: nobody, or nobody without the clinic. */
export type BookableDay = BranchDay & { isDisabled: boolean; isHoliday: boolean }

/** A service as far as its free times go. */
export type AskedService = {
  needs: ServiceNeeds
  terms: Terms
  /** Neither unknown nor deleted. */
  isOffered: boolean
  /** Clients book it by themselves. */
  isOnline: boolean
}

export type BookableDays = AskedService & {
  /** The dates that were asked for, one after the other. */
  dates: CivilDate[]
  on: (date: CivilDate) => BookableDay
  /** Everyone who does the service, in their order. */
  practitioners: { id: string; name: string; title: string; photo: string | null }[]
}

type DaysRow = { opening: OpeningSpan[]; closed: ClosedRow; resources: ResourceRow[]; service: ServiceRow | null }

/**
 * The days of a branch in one statement: its hours, what is closed, its resources and what occupies them, and what a
 * service needs: the usual without one.
 */
export async function readDays(
  tx: ReadTx,
  branchId: string,
  { first, days }: Dates,
  serviceId?: string,
): Promise<BookableDays> {
  const last = addDays(first, days - 1)
  const { rows } = await sql<DaysRow>`
    select ${spansOfWeek(branchId)} as opening, ${closedBetween(branchId, first, last)} as closed,
      ${resourcesOn(branchId, { first, days }, serviceId)} as resources, ${serviceColumn(serviceId)} as service`.execute(
    tx,
  )
  const { opening, closed, resources, service } = rows[0]!
  const { disabled, holidays } = await closedDatesOf(closed, first, last)
  const dayOn = branchDays(opening, resources)
  const asked = service ? askedService(service) : USUAL
  const chosen = new Set(asked.needs.chosen.map(({ id }) => id))
  return {
    ...asked,
    dates: Array.from({ length: days }, (_, i) => addDays(first, i)),
    on: (date) => ({ ...dayOn(date), isDisabled: disabled.has(date), isHoliday: holidays.has(date) }),
    practitioners: resources
      .filter(({ id, kind }) => kind === 'practitioner' && chosen.has(id))
      .map(({ id, name, title, photo_path }) => ({ id, name, title, photo: photoAddress(photo_path) })),
  }
}

/** One day, as `readDays` reads it. */
export async function readDay(
  tx: ReadTx,
  branchId: string,
  date: CivilDate,
  serviceId?: string,
): Promise<BookableDay & AskedService> {
  const { on, needs, terms, isOffered, isOnline } = await readDays(tx, branchId, { first: date, days: 1 }, serviceId)
  return { ...on(date), needs, terms, isOffered, isOnline }
}

const columns = [
  'services.duration_minutes',
  'services.buffer_before_minutes',
  'services.buffer_after_minutes',
  'services.minimum_notice_minutes',
  'services.horizon_days',
  'services.bookable_online',
] as const

type ServiceRow = {
  duration_minutes: number
  buffer_before_minutes: number
  buffer_after_minutes: number
  minimum_notice_minutes: number | null
  horizon_days: number | null
  bookable_online: boolean
  chosen: ServiceNeeds['chosen']
  is_deleted?: boolean
}

/** A service as one column of a statement; null without one. */
const serviceColumn = (serviceId: string | undefined) =>
  serviceId === undefined
    ? sql<null>`null`
    : sql<ServiceRow | null>`(
    select json_build_object('duration_minutes', duration_minutes, 'buffer_before_minutes', buffer_before_minutes,
      'buffer_after_minutes', buffer_after_minutes, 'minimum_notice_minutes', minimum_notice_minutes,
      'horizon_days', horizon_days, 'bookable_online', bookable_online, 'is_deleted', deleted_at is not null,
      'chosen', ${chosenFor(serviceId)})
    from services where services.id = ${serviceId})`

const USUAL: AskedService = {
  needs: USUAL_NEEDS,
  terms: { notice: 0, horizonDays: null },
  isOffered: false,
  isOnline: false,
}

const askedService = (row: ServiceRow): AskedService => ({
  needs: {
    duration: row.duration_minutes,
    bufferBefore: row.buffer_before_minutes,
    bufferAfter: row.buffer_after_minutes,
    chosen: row.chosen,
  },
  terms: { notice: row.minimum_notice_minutes ?? 0, horizonDays: row.horizon_days },
  isOffered: !row.is_deleted,
  isOnline: row.bookable_online,
})

/** The names under which a treatment and its service are offered now, null when they are not, and what the service needs. */
export async function offered(tx: ReadTx, treatmentId: string, serviceId: string) {
  const row = await tx
    .selectFrom('treatments')
    .leftJoin('services', (join) =>
      join
        .onRef('services.treatment_id', '=', 'treatments.id')
        .on('services.id', '=', serviceId)
        .on('services.deleted_at', 'is', null),
    )
    .select(['treatments.name as treatment_name', 'services.name as service_name', ...columns])
    .select(chosenFor(serviceId).as('chosen'))
    .where('treatments.id', '=', treatmentId)
    .where('treatments.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return { treatment_name: null, service_name: null, ...USUAL }
  const { treatment_name, service_name } = row
  // Without the service all of its columns are missing.
  return { treatment_name, service_name, ...(service_name === null ? USUAL : askedService(row as ServiceRow)) }
}

/** What a service needs, also one that is not offered any more. */
export async function neededBy(tx: ReadTx, serviceId: string): Promise<ServiceNeeds> {
  const row = await tx
    .selectFrom('services')
    .select(columns)
    .select(chosenFor(serviceId).as('chosen'))
    .where('services.id', '=', serviceId)
    .executeTakeFirstOrThrow()
  return askedService(row).needs
}
