import { liveServices } from '#server/catalogue/read-catalogue.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import { discardPicture, withPicture } from '#server/lib/stored-pictures.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { addDays, formatShortWeekday, manilaDate } from '#shared/lib/manila-time.ts'
import type { Resource, resourcesContract } from '#shared/resources/contract.ts'
import { resourceEvents } from '#shared/resources/events.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'
import type { WeekSpan } from '#shared/resources/hours.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { readResource } from './read-resources.ts'
import * as queries from './setup-queries.ts'
import * as views from './setup-views.ts'
import { countAffectedVisits } from './affected-visits.ts'

type Fields = Omit<Parsed<typeof resourcesContract.update>['body'], 'photo' | 'without_photo' | 'despite_visits'>
type By = Context<Principal>
type Detached = DetachedContext<Principal>

/** Screens show photos at most 96 CSS pixels wide, with up to four device pixels for each CSS pixel: 384 pixels. */
const PHOTO_SHAPE = { crop: 'square', maxSide: 384 } as const

/** Locks a resource of the branch until the transaction ends; throws a 404 for an unknown one. */
export async function requireLockedResource({ tx, branchId }: By, id: string) {
  const row = await queries.lockResource(tx, branchId, id)
  if (!row) throw new AppError('not_found', s.notFound)
  return row
}

const sortedWeek = (week: readonly WeekSpan[]) =>
  week
    .map(({ weekday, opens_at, closes_at }) => ({ weekday, opens_at, closes_at }))
    .sort((a, b) => a.weekday - b.weekday || a.opens_at.localeCompare(b.opens_at))

/** The services of these ids, sorted by name. Throws a 422 for a service that is not offered. */
async function requireServices({ tx }: By, ids: readonly string[]) {
  const unique = [...new Set(ids)]
  const live = await liveServices(tx, unique)
  if (live.length < unique.length) throw invalid('service_ids', s.unknownService)
  return live.map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}

async function insertWithPhoto(
  context: By,
  kind: ResourceKind,
  fields: Fields,
  photo: string | null,
): Promise<Resource> {
  const { tx, branchId } = context
  const { service_ids, week, ...columns } = fields
  const services = await requireServices(context, service_ids)
  const others = await queries.lockResourcesOfKind(tx, branchId, kind)
  const id = newId()
  const position = Math.max(0, ...others.map((one) => one.position)) + 1
  await queries.insertResource(tx, { id, branch_id: branchId, kind, position, photo_path: photo, ...columns })
  await queries.replaceWeek(tx, id, week)
  await queries.changeServices(tx, id, { added: services.map((one) => one.id), removed: [] })
  const parameters = { kind, name: columns.name }
  await writeAuditLog(context, { type: 'resources.resource.created', subjectId: id, parameters })
  context.publish({ name: 'TimesFreed' })
  return readResource(context, id)
}

/** Adds a resource after the others of its kind, with its photo. Throws a 422 for a name in use. */
export function createResource(
  context: Detached,
  folder: string,
  { kind, ...fields }: Fields & { kind: ResourceKind },
  photo: File | undefined,
): Promise<Resource> {
  const save = (name: string | null) => context.inTransaction((inside) => insertWithPhoto(inside, kind, fields, name))
  return photo ? withPicture(folder, photo, 'photo', save, PHOTO_SHAPE) : save(null)
}

/** Joins the names of services into one text for the history log. */
const servicesText = (services: readonly { name: string }[]) => services.map(({ name }) => name).join(', ')
// 2026-11-22 is a Sunday, which is weekday 0.
const weekdayName = (weekday: number) => formatShortWeekday(addDays('2026-11-22', weekday))
const weekText = (week: readonly WeekSpan[]) =>
  sortedWeek(week)
    .map(
      ({ weekday, opens_at, closes_at }) => `${weekdayName(weekday)} ${opens_at.slice(0, 5)}–${closes_at.slice(0, 5)}`,
    )
    .join(', ')

/** The fields of a resource whose changes the history log shows. */
const loggedFields = ({ name, title, colour, is_active, services, week }: Resource) => ({
  name,
  title,
  colour,
  is_active,
  services: servicesText(services),
  week: weekText(week),
})

type Changed = { resource: Resource; replaced: string | null }
/** `photo` is the name of a new photo, null to remove the photo, or undefined to keep it. */
type ResourceUpdate = { fields: Fields; despite: boolean; photo: string | null | undefined }

async function saveChange(context: By, id: string, { fields, despite, photo }: ResourceUpdate): Promise<Changed> {
  const { tx, now } = context
  const row = await requireLockedResource(context, id)
  const before = await readResource(context, id)
  const { service_ids, week, ...columns } = fields
  const idsBefore = new Set(before.services.map((one) => one.id))
  const added = await requireServices(
    context,
    service_ids.filter((one) => !idsBefore.has(one)),
  )
  const removed = [...idsBefore].filter((one) => !service_ids.includes(one))
  const services = [...before.services.filter((one) => !removed.includes(one.id)), ...added].sort((a, b) =>
    a.name.localeCompare(b.name),
  )
  const changes = changesBetween(
    resourceEvents['resources.resource.changed'],
    {
      ...loggedFields({ ...before, services: before.services.toSorted((a, b) => a.name.localeCompare(b.name)) }),
      photo: row.photo_path,
    },
    { ...loggedFields({ ...before, ...columns, services, week }), photo: photo === undefined ? row.photo_path : photo },
  )
  if (changes.length === 0) return { resource: before, replaced: null }
  requireVersion(context, before)
  const exceptions = await views.exceptionsFrom(tx, id, addDays(manilaDate(now), -1))
  const visits_hit = await countAffectedVisits(context, {
    resource: row,
    before: { ...before, exceptions },
    after: { ...columns, week, exceptions },
    despite,
  })
  await queries.updateResource(tx, id, { ...columns, ...(photo !== undefined && { photo_path: photo }) })
  await queries.replaceWeek(tx, id, week)
  await queries.changeServices(tx, id, { added: added.map((one) => one.id), removed })
  const parameters = { kind: row.kind, name: columns.name, ...(visits_hit > 0 && { visits_hit }) }
  await writeAuditLog(context, { type: 'resources.resource.changed', subjectId: id, parameters, changes })
  context.publish({ name: 'TimesFreed' })
  return { resource: await readResource(context, id), replaced: photo === undefined ? null : row.photo_path }
}

/**
 * Changes a resource. A replaced or removed photo is deleted after the commit. Throws a 404 for an unknown resource; a
 * 409 for a stale form, or with the affected visits unless the user has seen them; a 422 for a name in use or a service
 * that is not offered.
 */
export async function updateResource(
  context: Detached,
  folder: string,
  id: string,
  {
    fields,
    despite,
    photo,
    withoutPhoto,
  }: Omit<ResourceUpdate, 'photo'> & { photo: File | undefined; withoutPhoto: boolean },
): Promise<Resource> {
  const save = (name: ResourceUpdate['photo']) =>
    context.inTransaction((inside) => saveChange(inside, id, { fields, despite, photo: name }))
  const { resource, replaced } = photo
    ? await withPicture(folder, photo, 'photo', save, PHOTO_SHAPE)
    : await save(withoutPhoto ? null : undefined)
  if (replaced !== null) await discardPicture(context, folder, replaced)
  return resource
}

/** Swaps a resource with its neighbour of the same kind; the first cannot move up, nor the last down. */
export async function moveResource(context: By, id: string, direction: 'up' | 'down'): Promise<void> {
  const { tx, branchId } = context
  // Reads the kind without a lock. Locking this resource before the others of its kind could cause a deadlock.
  const kind = await views.kindOf(tx, branchId, id)
  if (kind === undefined) throw new AppError('not_found', s.notFound)
  const order = await queries.lockResourcesOfKind(tx, branchId, kind)
  const at = order.findIndex((one) => one.id === id)
  const to = direction === 'up' ? at - 1 : at + 1
  const [moved, neighbour] = [order[at], order[to]]
  if (moved === undefined || neighbour === undefined) return
  order[at] = neighbour
  order[to] = moved
  for (const [index, one] of order.entries()) await queries.updateResource(tx, one.id, { position: index + 1 })
  await writeAuditLog(context, {
    type: 'resources.resource.moved',
    subjectId: id,
    parameters: { kind, name: moved.name, direction },
  })
}
