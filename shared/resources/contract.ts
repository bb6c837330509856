import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import {
  civilDate,
  civilTime,
  flagInForm,
  id,
  jsonInForm,
  messageAnswer,
  optionalText,
  requiredName,
  strictBody,
  version,
} from '#shared/lib/fields.ts'
import { imageFile } from '#shared/lib/image-file.ts'
import { dayNumber } from '#shared/lib/manila-time.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { affectedVisits } from '#shared/lib/affected-visits.ts'
import { RESOURCE_COLOURS } from './colours.ts'
import { RESOURCE_KINDS } from './free-starts.ts'
import { areApart, isInOrder } from './hours.ts'
import { resourceMessages as s } from './messages.ts'

/**
 * The kinds of exceptions: `leave` is subtracted from a resource's hours, `hours` replace those of the weekday, and a
 * `block` makes the resource busy.
 */
export const EXCEPTION_KINDS = ['leave', 'hours', 'block'] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

/** The maximum number of days of one exception, such as a leave. */
const MOST_DAYS_OF_LEAVE = 366

const weekday = z.number().int().min(0).max(6)
const quarterHour = z.string(s.time).regex(/^([01]\d|2[0-3]):(00|15|30|45):00$/, s.time)

/** An exception from a resource's weekly hours (leave, other hours or a block) on a range of dates. */
const exception = z.object({
  id,
  first_date: civilDate,
  last_date: civilDate,
  kind: z.enum(EXCEPTION_KINDS),
  /** The first hour of the exception; null, like `ends_at`, for the whole day. */
  starts_at: civilTime.nullable(),
  ends_at: civilTime.nullable(),
  note: z.string(),
  /** True when the exception closes every room, and so the clinic. */
  closes_clinic: z.boolean(),
})
export type ResourceException = z.output<typeof exception>

export const resource = z.object({
  id,
  kind: z.enum(RESOURCE_KINDS),
  name: z.string(),
  /** The job title, such as "Dermatologist". */
  title: z.string(),
  colour: z.string().nullable(),
  /** The path of the practitioner's photo, or null. */
  photo: z.string().nullable(),
  is_active: z.boolean(),
  services: z.array(z.object({ id, name: z.string() })),
  /** Weekly working hours; if empty, the resource follows the clinic's hours. */
  week: z.array(z.object({ weekday, opens_at: civilTime, closes_at: civilTime })),
  /** Exceptions that are current or in the future. */
  exceptions: z.array(exception),
  version,
})
export type Resource = z.output<typeof resource>

const week = z
  .array(strictBody({ weekday, opens_at: quarterHour, closes_at: quarterHour }))
  .max(42, s.tooManySpans)
  .refine((spans) => spans.every(({ opens_at, closes_at }) => isInOrder(opens_at, closes_at)), {
    error: s.endAfterBegin,
    abort: true,
  })
  .refine(areApart, s.spansOverlap)

const fields = {
  name: requiredName(80, s.nameRequired),
  title: optionalText(80).transform((text) => text ?? ''),
  colour: z.enum(['', ...RESOURCE_COLOURS], s.colour).transform((colour) => colour || null),
  is_active: flagInForm,
  service_ids: jsonInForm(z.array(id).max(500)),
  week: jsonInForm(week),
  photo: imageFile.optional(),
}

const dates = strictBody({
  first_date: civilDate,
  last_date: civilDate,
  kind: z.enum(EXCEPTION_KINDS),
  starts_at: quarterHour.nullable(),
  ends_at: quarterHour.nullable(),
  note: optionalText(200).transform((text) => text ?? ''),
  /** If false and the change affects booked visits, the call is refused (409) with a list of these visits. */
  despite_visits: z.boolean().default(false),
})
  .refine(({ first_date, last_date }) => first_date <= last_date, { error: s.lastBeforeFirst, path: ['last_date'] })
  .refine(({ first_date, last_date }) => dayNumber(last_date) - dayNumber(first_date) < MOST_DAYS_OF_LEAVE, {
    error: s.tooManyDays(MOST_DAYS_OF_LEAVE),
    path: ['last_date'],
  })
  .refine(({ kind, starts_at }) => kind === 'leave' || starts_at !== null, {
    error: s.timeRequired,
    path: ['starts_at'],
  })
  .refine(({ starts_at, ends_at }) => (starts_at === null) === (ends_at === null), {
    error: s.timeRequired,
    path: ['ends_at'],
  })
  .refine(({ starts_at, ends_at }) => starts_at === null || ends_at === null || isInOrder(starts_at, ends_at), {
    error: s.endAfterBegin,
    path: ['ends_at'],
  })

/** Hours on some days during which the clinic is closed. */
const closedHours = strictBody({
  first_date: civilDate,
  last_date: civilDate,
  starts_at: quarterHour,
  ends_at: quarterHour,
  note: optionalText(200).transform((text) => text ?? ''),
  despite_visits: z.boolean().default(false),
})
  .refine(({ first_date, last_date }) => first_date <= last_date, { error: s.lastBeforeFirst, path: ['last_date'] })
  .refine(({ first_date, last_date }) => dayNumber(last_date) - dayNumber(first_date) < MOST_DAYS_OF_LEAVE, {
    error: s.tooManyDays(MOST_DAYS_OF_LEAVE),
    path: ['last_date'],
  })
  .refine(({ starts_at, ends_at }) => isInOrder(starts_at, ends_at), { error: s.endAfterBegin, path: ['ends_at'] })

/** Hours of one day during which a resource is busy. */
const block = strictBody({
  date: civilDate,
  starts_at: quarterHour,
  ends_at: quarterHour,
  note: optionalText(200).transform((text) => text ?? ''),
  despite_visits: z.boolean().default(false),
}).refine(({ starts_at, ends_at }) => isInOrder(starts_at, ends_at), { error: s.endAfterBegin, path: ['ends_at'] })

const byId = z.object({ id })
const answer = z.object({ data: resource })

const listFilter = { kind: z.enum(RESOURCE_KINDS).optional() }

export const resourcesContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/resources',
    access: 'resources.manage',
    summary: 'Practitioners, rooms or devices with their services, weekly hours and exceptions',
    database: 'snapshot',
    querystring: pageQuery(100, listFilter),
    response: z.object({ data: z.array(resource), ...pageCounters }),
  }),
  exportList: exportOf(
    '/api/resources',
    'resources.manage',
    'The practitioners, rooms or devices',
    searchQuery(listFilter),
  ),
  create: endpoint({
    method: 'POST',
    url: '/api/resources',
    access: 'resources.manage',
    summary: 'Add a practitioner, room or device, with or without a photo',
    status: 201,
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    body: strictBody({ kind: z.enum(RESOURCE_KINDS), ...fields }),
    response: answer,
  }),
  update: endpoint({
    method: 'POST',
    url: '/api/resources/:id',
    access: 'resources.manage',
    summary:
      'Change a resource; its photo changes only if a new one is sent or it is removed; affected visits are listed and must be accepted first',
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    params: byId,
    body: strictBody({ ...fields, without_photo: flagInForm.optional(), despite_visits: flagInForm.optional() }),
    response: answer,
    errorData: { stale: resource, conflict: affectedVisits },
    ifMatch: true,
  }),
  move: endpoint({
    method: 'PUT',
    url: '/api/resources/:id/move',
    access: 'resources.manage',
    summary: 'Move a resource before or behind its neighbour of the same kind',
    params: byId,
    body: strictBody({ direction: z.enum(['up', 'down']) }),
    response: messageAnswer,
  }),
  addException: endpoint({
    method: 'POST',
    url: '/api/resources/:id/exceptions',
    access: 'resources.manage',
    summary: 'Add leave, other hours or a block on dates; affected visits are listed and must be accepted first',
    status: 201,
    idempotent: 'optional',
    params: byId,
    body: dates,
    response: answer,
    errorData: { conflict: affectedVisits },
  }),
  removeException: endpoint({
    method: 'DELETE',
    url: '/api/resources/:id/exceptions/:exception_id',
    access: 'resources.manage',
    summary: 'Remove leave, other hours or a block; affected visits are listed and must be accepted first',
    params: z.object({ id, exception_id: id }),
    querystring: strictBody({ despite_visits: z.enum(['no', 'yes']).default('no') }),
    response: answer,
    errorData: { conflict: affectedVisits },
  }),
  addBlock: endpoint({
    method: 'POST',
    url: '/api/resources/:id/blocks',
    access: 'appointments.manage',
    summary:
      'Block hours of one day of a resource, as the day board does; affected visits are listed and must be accepted first',
    status: 201,
    idempotent: 'optional',
    params: byId,
    body: block,
    response: messageAnswer,
    errorData: { conflict: affectedVisits },
  }),
  removeBlock: endpoint({
    method: 'DELETE',
    url: '/api/resources/:id/blocks/:entry_id',
    access: 'appointments.manage',
    summary: 'Remove a block of one day',
    params: z.object({ id, entry_id: id }),
    response: messageAnswer,
  }),
  closeRooms: endpoint({
    method: 'POST',
    url: '/api/closed-hours',
    access: 'resources.manage',
    summary:
      'Close the clinic for a part of some days (a block of every room); affected visits are listed and must be accepted first',
    status: 201,
    idempotent: 'optional',
    body: closedHours,
    response: z.object({ data: z.object({ rooms: z.number().int() }) }),
    errorData: { conflict: affectedVisits },
  }),
  reopenRooms: endpoint({
    method: 'DELETE',
    url: '/api/closed-hours/:entry_id',
    access: 'resources.manage',
    summary: 'Open the clinic again in hours that were closed, by removing the block of every room',
    params: z.object({ entry_id: id }),
    response: messageAnswer,
  }),
  photo: endpoint({
    method: 'GET',
    url: '/api/resource-photos/:name',
    access: 'public',
    summary: 'The photo of a practitioner, as the booking page shows it; a changed photo has a new name',
    answers: 'file',
    database: 'none',
    params: z.object({ name: z.string() }),
    response: z.string().describe('image/webp'),
  }),
}
