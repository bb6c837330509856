import { createHash, randomBytes } from 'node:crypto'
import { appointmentsBetween, appointmentsByIds, type AppointmentRow } from '#server/appointments/public.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import type { RateLimit } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { findPractitioner } from '#server/people/find-person.ts'
import { feedResource, roomsOfVisits, visitTimesInRoom } from '#server/resources/public.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { partOfPerson } from '#shared/appointments/part-of-visit.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { addDays, isoInManila, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { calendarFeedContract } from '#shared/messages/calendar-contract.ts'
import { calendarFeedMessages as s } from '#shared/messages/messages.ts'
import { limitCalls } from '#server/auth/link-tokens.ts'
import { calendarText, organizerOf, type CalendarEntry } from './calendar-file.ts'
import { clientEntry, serviceNames } from './compose/compose-visit.ts'
import * as queries from './queries.ts'
import { currentReach, type Reach } from './settings.ts'

/** The number of days before and after today that a feed contains. */
const DAYS_BACK = 30
const DAYS_AHEAD = 180
/** Calendar programs are asked to refresh every hour. */
const AGAIN_SECONDS = 3600
const TOKEN_BYTES = 32

const addMinutes = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)

type By = Context<Principal>
type State = Answer<typeof calendarFeedContract.mine>['data']
type Made = Answer<typeof calendarFeedContract.create>['data']

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const unknown = () => new AppError('not_found', s.unknown)

/** The id of the practitioner or room whose visits a feed contains; `clinic` for all visits of the clinic. */
type FeedOf = string | typeof CLINIC
export const CLINIC = Symbol('clinic')

type Owner = queries.FeedOwner & { name: string; kind: 'practitioner' | 'room' | 'clinic' }

/** Throws a 404 unless the id is an active practitioner's or room's. */
async function requireOwner({ tx, branchId }: Pick<ReadContext, 'tx' | 'branchId'>, of: FeedOf): Promise<Owner> {
  if (of === CLINIC) {
    const { name } = await clinicProfile(tx, branchId)
    return { resource_id: null, branch_id: branchId, name, kind: 'clinic' }
  }
  const resource = await feedResource(tx, of)
  if (!resource) throw unknown()
  return { resource_id: of, branch_id: null, ...resource }
}

/** Returns the practitioner of the caller's log-in. Throws a 404 if no admin has assigned one. */
export const ownPractitioner = async ({ tx, user }: ReadContext<Principal>): Promise<string> => {
  const id = await findPractitioner(tx, user.id)
  if (id === null) throw unknown()
  return id
}

export async function readFeedState(context: ReadContext, of: FeedOf): Promise<State> {
  const found = await queries.calendarFeedOf(context.tx, await requireOwner(context, of))
  return { created_at: found ? isoInManila(found.created_at) : null }
}

async function logFeed(context: By, { kind, name, resource_id }: Owner, what: 'created' | 'revoked'): Promise<void> {
  if (kind === 'clinic')
    await writeAuditLog(context, { type: `messages.clinic-feed.${what}`, subjectId: null, parameters: {} })
  else await writeAuditLog(context, { type: `messages.feed.${what}`, subjectId: resource_id, parameters: { name } })
}

/** Creates a new secret address of a calendar feed, which makes an earlier one invalid. Only its hash is stored. */
export async function createFeed(context: By, of: FeedOf, publicUrl: string | undefined): Promise<Made> {
  const { tx, now, user } = context
  const owner = await requireOwner(context, of)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { resource_id, branch_id } = owner
  const row = { resource_id, branch_id, token_hash: hashOf(token), created_at: now, created_by: user.id }
  await queries.saveCalendarFeed(tx, row)
  await logFeed(context, owner, 'created')
  return { created_at: isoInManila(now), address: `${publicUrl ?? ''}/api/calendar-feeds/${token}.ics` }
}

/** Makes the secret address of a calendar feed invalid. Throws a 404 if there is none. */
export async function revokeFeed(context: By, of: FeedOf): Promise<string> {
  const owner = await requireOwner(context, of)
  if (!(await queries.deleteCalendarFeed(context.tx, owner))) throw new AppError('not_found', s.noneToRevoke)
  await logFeed(context, owner, 'revoked')
  return s.revoked
}

type FeedEntry = Pick<CalendarEntry, 'id' | 'version' | 'status' | 'starts_at' | 'ends_at' | 'summary'> & {
  updated_at: Date
}
type Days = { from: CivilDate; to: CivilDate }

/**
 * Returns the services and the time of a visit for one practitioner. If several practitioners perform the visit, only
 * the part of this practitioner is returned, as on the screen My day.
 */
function ownPart(visit: AppointmentRow, practitionerId: string) {
  const duration_minutes = (visit.ends_at.getTime() - visit.starts_at.getTime()) / 60_000
  const part = partOfPerson({ ...visit, duration_minutes, further_services: visit.further ?? [] }, practitionerId)
  if (!part) return { starts_at: visit.starts_at, ends_at: visit.ends_at, services: serviceNames(visit) }
  const starts_at = addMinutes(visit.starts_at, part.starts_after)
  const services = serviceNames({ service_name: part.service_name, further: part.further_services })
  return { starts_at, ends_at: addMinutes(starts_at, part.duration_minutes), services }
}

/** The title of a visit in the feed of a room or of the clinic, with the names of its practitioners. */
function summaryWithPeople(visit: AppointmentRow): string {
  const people = [visit.practitioner_name, ...(visit.further ?? []).map((service) => service.practitioner_name)]
  const names = [...new Set(people.filter((name) => name !== null))].join(', ')
  const summary = s.visit(visit.name, serviceNames(visit))
  return names === '' ? summary : s.visitWith(summary, names)
}

async function entriesOfPractitioner({ tx, branchId }: ReadContext, id: string, days: Days): Promise<FeedEntry[]> {
  const visits = await appointmentsBetween(tx, branchId, { ...days, practitionerId: id })
  return visits.map((visit) => {
    const { services, ...times } = ownPart(visit, id)
    return { ...visit, ...times, summary: s.visit(visit.name, services) }
  })
}

/** The visits in a room, at the times for which the room is reserved. */
async function entriesOfRoom({ tx, branchId }: ReadContext, id: string, days: Days): Promise<FeedEntry[]> {
  const visits = await appointmentsBetween(tx, branchId, days)
  const times = await visitTimesInRoom(
    tx,
    id,
    visits.map((visit) => visit.id),
  )
  return visits.flatMap((visit) => {
    const time = times.get(visit.id)
    return time ? [{ ...visit, ...time, summary: summaryWithPeople(visit) }] : []
  })
}

async function entriesOfClinic({ tx, branchId }: ReadContext, days: Days): Promise<FeedEntry[]> {
  const visits = await appointmentsBetween(tx, branchId, days)
  return visits.map((visit) => ({ ...visit, summary: summaryWithPeople(visit) }))
}

function entriesOf(context: ReadContext, { kind, resource_id }: Owner, days: Days): Promise<FeedEntry[]> {
  if (kind === 'clinic' || resource_id === null) return entriesOfClinic(context, days)
  return kind === 'room' ? entriesOfRoom(context, resource_id, days) : entriesOfPractitioner(context, resource_id, days)
}

/**
 * Returns the feed of a secret address: clients, services, rooms and times, and for rooms and the clinic the
 * practitioners, without prices, phone numbers and notes. Throws a 404 if the address is invalid.
 */
async function feedOf(context: ReadContext, token: string, reach: Reach): Promise<string> {
  const { tx, branchId, now } = context
  const found = await queries.calendarFeedByToken(tx, hashOf(token))
  if (!found) throw unknown()
  const owner = await requireOwner(context, found.resource_id ?? CLINIC)
  const today = manilaDate(now)
  const from = (await currentReach(context, reach)).email?.from
  const entries = await entriesOf(context, owner, { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) })
  const rooms = await roomsOfVisits(
    tx,
    entries.map(({ id }) => id),
  )
  const clinic = await clinicProfile(tx, branchId)
  return calendarText({
    method: 'PUBLISH',
    name: owner.kind === 'clinic' ? clinic.name : s.calendarName(owner.name, clinic.name),
    ttl: AGAIN_SECONDS,
    entries: entries.map(({ updated_at, ...entry }) => ({
      ...entry,
      // DTSTAMP is the appointment's last change, so that an unchanged calendar has an unchanged text.
      stamp: updated_at,
      location: owner.kind === 'room' ? owner.name : (rooms.get(entry.id) ?? null),
      organizer: organizerOf(clinic, from),
    })),
  })
}

/**
 * Sends the feed, or a 304 if the calendar program already has this text. Throws a 404 for an invalid address, and a
 * 429 for too many requests from an IP address.
 */
export async function sendFeed(
  context: DetachedContext,
  { name, ifNoneMatch, limit, reach }: { name: string; ifNoneMatch: string | null; limit: RateLimit; reach: Reach },
): Promise<void> {
  const token = /^([\w-]{43})\.ics$/.exec(name)?.[1]
  await limitCalls(context, 'calendar-feed', limit)
  if (token === undefined) throw unknown()
  const content = await context.inTransaction((inside) => feedOf(inside, token, reach))
  const mark = `"${createHash('sha256').update(content).digest('base64url')}"`
  const reply = context.reply.headers({ etag: mark, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
  const isKnown = (ifNoneMatch ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === mark)
  if (isKnown) await reply.status(304).send()
  else await reply.type('text/calendar; charset=utf-8').send(content)
}

/**
 * Sends the caller's own appointment as a calendar file. Throws a 404 for another client's or a cancelled appointment.
 */
export async function sendVisitFile(context: DetachedContext<Principal>, id: string, reach: Reach): Promise<void> {
  const { user, reply, now } = context
  const { visit, content } = await context.inTransaction(async (inside) => {
    const { tx, branchId } = inside
    const [found] = await appointmentsByIds(tx, [id])
    if (found?.user_id !== user.id || found.status === 'cancelled')
      throw new AppError('not_found', appointmentMessages.notFound)
    const from = (await currentReach(inside, reach)).email?.from
    const entry = clientEntry(found, { clinic: await clinicProfile(tx, branchId), from, now })
    return { visit: found, content: calendarText({ method: 'PUBLISH', entries: [entry] }) }
  })
  const disposition = `attachment; filename="visit-${visit.appointment_date}.ics"`
  await reply
    .headers({ 'content-disposition': disposition, 'cache-control': 'no-store' })
    .type('text/calendar; charset=utf-8')
    .send(content)
}
