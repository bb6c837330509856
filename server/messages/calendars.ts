import { createHash, randomBytes } from 'node:crypto'
import { appointmentsBetween, appointmentsByIds, type AppointmentRow } from '#server/appointments/public.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import type { RateLimit } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { findPractitioner } from '#server/people/find-person.ts'
import { practitionerNameOf, roomsOfVisits } from '#server/resources/public.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { partOfPerson } from '#shared/appointments/part-of-visit.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { addDays, isoInManila, manilaDate } from '#shared/lib/manila-time.ts'
import type { calendarFeedContract } from '#shared/messages/contract.ts'
import { calendarFeedMessages as s } from '#shared/messages/messages.ts'
import { limitCalls } from '#server/auth/link-tokens.ts'
import { calendarText, organizerOf, type Organizer } from './calendar-file.ts'
import { clientEntry, serviceNames } from './compose/compose-visit.ts'
import * as queries from './queries.ts'

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

/** Throws a 404 unless the id is a practitioner's. */
async function requirePractitioner({ tx }: ReadContext, id: string | null): Promise<{ id: string; name: string }> {
  const name = id === null ? null : await practitionerNameOf(tx, id)
  if (id === null || name === null) throw unknown()
  return { id, name }
}

/** Returns the practitioner of the caller's log-in. Throws a 404 if no admin has assigned one. */
export const ownPractitioner = async ({ tx, user }: ReadContext<Principal>): Promise<string> => {
  const id = await findPractitioner(tx, user.id)
  if (id === null) throw unknown()
  return id
}

export async function readFeedState(context: ReadContext, practitionerId: string): Promise<State> {
  const { id } = await requirePractitioner(context, practitionerId)
  const found = await queries.calendarFeedOf(context.tx, id)
  return { created_at: found ? isoInManila(found.created_at) : null }
}

/** Creates a new secret address, which makes an earlier one invalid. Only its hash is stored. */
export async function createFeed(context: By, practitionerId: string, publicUrl: string | undefined): Promise<Made> {
  const { tx, now, user } = context
  const { id, name } = await requirePractitioner(context, practitionerId)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = { resource_id: id, token_hash: hashOf(token), created_at: now, created_by: user.id }
  await queries.saveCalendarFeed(tx, row)
  await writeAuditLog(context, { type: 'messages.feed.created', subjectId: id, parameters: { name } })
  return { created_at: isoInManila(now), address: `${publicUrl ?? ''}/api/calendar-feeds/${token}.ics` }
}

/** Throws a 404 if there is no feed. */
export async function revokeFeed(context: By, practitionerId: string): Promise<string> {
  const { id, name } = await requirePractitioner(context, practitionerId)
  if (!(await queries.deleteCalendarFeed(context.tx, id))) throw new AppError('not_found', s.noneToRevoke)
  await writeAuditLog(context, { type: 'messages.feed.revoked', subjectId: id, parameters: { name } })
  return s.revoked
}

type FeedVisit = AppointmentRow & { room: string | null }
type Feed = { name: string; practitionerId: string; organizer: Organizer | null; visits: readonly FeedVisit[] }

/**
 * Returns the practitioner's part of a visit and its time. If several practitioners do the visit, this is their own
 * part, as in My day.
 */
function ownPart(visit: FeedVisit, practitionerId: string) {
  const duration_minutes = (visit.ends_at.getTime() - visit.starts_at.getTime()) / 60_000
  const part = partOfPerson({ ...visit, duration_minutes, further_services: visit.further ?? [] }, practitionerId)
  if (!part) return { starts_at: visit.starts_at, ends_at: visit.ends_at, services: serviceNames(visit) }
  const starts_at = addMinutes(visit.starts_at, part.starts_after)
  const services = serviceNames({ service_name: part.service_name, further: part.further_services })
  return { starts_at, ends_at: addMinutes(starts_at, part.duration_minutes), services }
}

/** Builds the practitioner's calendar from their own visits, without prices, phone numbers and notes. */
const calendarOf = ({ name, practitionerId, organizer, visits }: Feed): string =>
  calendarText({
    method: 'PUBLISH',
    name,
    ttl: AGAIN_SECONDS,
    entries: visits.map((visit) => {
      const { services, ...times } = ownPart(visit, practitionerId)
      const summary = s.visit(visit.name, services)
      // DTSTAMP is the appointment's last change, so that an unchanged calendar has an unchanged text.
      return { ...visit, ...times, stamp: visit.updated_at, summary, location: visit.room, organizer }
    }),
  })

/** Returns the feed of a secret address. Throws a 404 if the address is invalid. */
async function feedOf(context: ReadContext, token: string, from: string | undefined): Promise<string> {
  const { tx, branchId, now } = context
  const found = await queries.calendarFeedByToken(tx, hashOf(token))
  if (!found) throw unknown()
  const practitioner = await requirePractitioner(context, found.resource_id)
  const today = manilaDate(now)
  const visits = await appointmentsBetween(tx, branchId, {
    from: addDays(today, -DAYS_BACK),
    to: addDays(today, DAYS_AHEAD),
    practitionerId: practitioner.id,
  })
  const ids = visits.map(({ id }) => id)
  const rooms = await roomsOfVisits(tx, ids)
  const clinic = await clinicProfile(tx, branchId)
  return calendarOf({
    name: s.calendarName(practitioner.name, clinic.name),
    practitionerId: practitioner.id,
    organizer: organizerOf(clinic, from),
    visits: visits.map((visit) => ({ ...visit, room: rooms.get(visit.id) ?? null })),
  })
}

/**
 * Sends the feed, or a 304 if the program has the current one. Throws a 404 for an invalid address, and a 429 for too
 * many requests from an IP address.
 */
export async function sendFeed(
  context: DetachedContext,
  {
    name,
    ifNoneMatch,
    limit,
    from,
  }: { name: string; ifNoneMatch: string | null; limit: RateLimit; from: string | undefined },
): Promise<void> {
  const token = /^([\w-]{43})\.ics$/.exec(name)?.[1]
  await limitCalls(context, 'calendar-feed', limit)
  if (token === undefined) throw unknown()
  const content = await context.inTransaction((inside) => feedOf(inside, token, from))
  const mark = `"${createHash('sha256').update(content).digest('base64url')}"`
  const reply = context.reply.headers({ etag: mark, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
  const isKnown = (ifNoneMatch ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === mark)
  if (isKnown) await reply.status(304).send()
  else await reply.type('text/calendar; charset=utf-8').send(content)
}

/**
 * Sends the caller's own appointment as a calendar file. Throws a 404 for another client's or a cancelled appointment.
 */
export async function sendVisitFile(
  context: DetachedContext<Principal>,
  id: string,
  from: string | undefined,
): Promise<void> {
  const { user, reply, now } = context
  const { visit, content } = await context.inTransaction(async ({ tx, branchId }) => {
    const [found] = await appointmentsByIds(tx, [id])
    if (found?.user_id !== user.id || found.status === 'cancelled')
      throw new AppError('not_found', appointmentMessages.notFound)
    const entry = clientEntry(found, { clinic: await clinicProfile(tx, branchId), from, now })
    return { visit: found, content: calendarText({ method: 'PUBLISH', entries: [entry] }) }
  })
  const disposition = `attachment; filename="visit-${visit.appointment_date}.ics"`
  await reply
    .headers({ 'content-disposition': disposition, 'cache-control': 'no-store' })
    .type('text/calendar; charset=utf-8')
    .send(content)
}
