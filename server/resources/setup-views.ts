import { sql } from 'kysely'
import { searchTerms } from '#server/db/search-conditions.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { unfinishedAppointments } from '#server/db/appointment-facts.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import type { ExceptionKind, ResourceException } from '#shared/resources/contract.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'
import type { WeekSpan } from '#shared/resources/hours.ts'
import { visitSlots } from './views.ts'

// These queries read practitioners, rooms and devices for the settings pages. The queries for bookings are in
// `views.ts`.

const week = sql<WeekSpan[]>`(
  select coalesce(json_agg(json_build_object('weekday', weekday, 'opens_at', opens_at, 'closes_at', closes_at)
    order by weekday, opens_at), '[]')
  from resource_hours where resource_id = resources.id)`

const services = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', services.id, 'name', services.name) order by services.search_text, services.id), '[]')
  from service_resources join services on services.id = service_id
  where resource_id = resources.id and services.deleted_at is null)`

/** A resource's exceptions with a date on or after `from`; an exception of several dates is listed once. */
const entriesFrom = (from: CivilDate) => sql<ResourceException[]>`(
  select coalesce(json_agg(entries order by first_date, starts_at nulls first), '[]') from (
    select entry_id as id, min(date) as first_date, max(date) as last_date, kind, starts_at, ends_at, note,
      exists (select from resource_exceptions other where other.entry_id = resource_exceptions.entry_id
        and other.resource_id <> resources.id) as closes_clinic
    from resource_exceptions where resource_id = resources.id
    group by entry_id, kind, starts_at, ends_at, note having max(date) >= ${from}) entries)`

const settings = (tx: ReadTx, today: CivilDate) =>
  tx
    .selectFrom('resources')
    .select(['id', 'branch_id', 'kind', 'name', 'title', 'colour', 'photo_path', 'position', 'is_active', 'version'])
    .select([week.as('week'), services.as('services'), entriesFrom(today).as('exceptions')])

export type SettingsRow = Awaited<ReturnType<typeof settingsOf>>

/** A resource with the fields of its form. */
export const settingsOf = (tx: ReadTx, id: string, today: CivilDate) =>
  settings(tx, today).where('id', '=', id).executeTakeFirstOrThrow()

/** The kind of a resource; undefined for an unknown one. */
export const kindOf = async (tx: ReadTx, branchId: string, id: string): Promise<ResourceKind | undefined> =>
  (
    await tx
      .selectFrom('resources')
      .select('kind')
      .where('id', '=', id)
      .where('branch_id', '=', branchId)
      .executeTakeFirst()
  )?.kind

type ResourceQuery = PageQuery & { kind?: ResourceKind | undefined }

/** One page of a branch's resources in order. There are few, so all are read and searched in memory. */
export async function resourcePage(tx: ReadTx, branchId: string, today: CivilDate, query: ResourceQuery) {
  const { kind, search, page, per_page } = query
  const all = await settings(tx, today).where('branch_id', '=', branchId).orderBy('position').orderBy('id').execute()
  const words = searchTerms(search)
  const found = all.filter((row) => {
    const text = searchable(row.name, row.title)
    return (kind === undefined || row.kind === kind) && words.every((word) => text.includes(word))
  })
  return { rows: found.slice((page - 1) * per_page, page * per_page), total: found.length }
}

/** The times of a resource's exception (leave, other hours or a block) on one date. */
export type DatedException = {
  entry_id: string
  date: CivilDate
  kind: ExceptionKind
  starts_at: string | null
  ends_at: string | null
}

/** A resource's exceptions on and after a date. */
export const exceptionsFrom = (tx: ReadTx, resourceId: string, from: CivilDate): Promise<DatedException[]> =>
  tx
    .selectFrom('resource_exceptions')
    .select(['entry_id', 'date', 'kind', 'starts_at', 'ends_at'])
    .where('resource_id', '=', resourceId)
    .where('date', '>=', from)
    .execute()

/** The unfinished visits that occupy a resource, with the occupied times. */
export const unfinishedVisitsOn = (tx: ReadTx, resourceId: string, now: Date) =>
  unfinishedAppointments(tx, now)
    .innerJoin(visitSlots(tx).as('slots'), 'slots.appointment_id', 'appointments.id')
    .select([sql<Date>`min(slot_at)`.as('from'), sql<Date>`max(slot_at) + interval '15 minutes'`.as('to')])
    .where('slots.resource_id', '=', resourceId)
    .groupBy(['appointments.id', 'services.id', 'users.id', 'users.name', 'users.email', 'users.contact_number'])
    .execute()

/** Every unfinished visit of a branch. */
export const unfinishedVisits = (tx: ReadTx, branchId: string, now: Date) =>
  unfinishedAppointments(tx, now).where('appointments.branch_id', '=', branchId).execute()
