import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id } from '#shared/lib/fields.ts'
import { START_INTERVALS } from '#shared/clinic/booking-rules.ts'
import { EXCEPTION_KINDS, resource } from '#shared/resources/contract.ts'
import { RESOURCE_KINDS } from '#shared/resources/free-starts.ts'
import { calendarAppointment } from '#shared/appointments/contract.ts'

/**
 * A time span of the date, in minutes after the midnight at which the date begins; times after the next midnight are
 * above 1,440.
 */
const span = z.object({ from: z.number().int(), to: z.number().int() })

const shownFields = { id: true, kind: true, name: true, title: true, colour: true, photo: true } as const
const boardResource = resource.pick(shownFields).extend({
  /** False for a resource that no longer takes visits but has some on this date. */
  is_active: z.boolean(),
  /** The working hours on this date; null if the resource works whenever the branch is open. */
  hours: z.array(span).nullable(),
  /** The resource's exceptions (leave, other hours, blocks) on this date. */
  entries: z.array(
    span.extend({
      /** The id of the exception, which may cover several dates. */
      id,
      kind: z.enum(EXCEPTION_KINDS),
      /** The note of a block. A note on leave may name an illness, so it is not sent. */
      note: z.string(),
      /** False for an exception that covers several dates. */
      is_one_day: z.boolean(),
    }),
  ),
})

const boardVisit = calendarAppointment.extend({
  /** The ids of the resources that the visit occupies, sorted. */
  resource_ids: z.array(id),
  /** When the visit occupies its resources, buffers included; null when it occupies none. */
  occupied: span.nullable(),
  /** The times of each resource of a visit with several services; missing when all resources have the same times. */
  uses: z.array(span.extend({ resource_id: id })).optional(),
})
export type BoardVisit = z.output<typeof boardVisit>

const boardService = z.object({
  id,
  buffer_before: z.number().int(),
  buffer_after: z.number().int(),
  /**
   * The resources that the service can use: any of these practitioners, any of these rooms and all of these devices. If
   * the list is empty, the service can use any room.
   */
  chosen: z.array(z.object({ id, kind: z.enum(RESOURCE_KINDS) })),
})

export const boardContract = {
  day: endpoint({
    method: 'GET',
    url: '/api/appointments/day-board',
    access: 'appointments.manage',
    summary:
      'One day of the clinic: practitioners, rooms and devices with their hours, and the visits that occupy them',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: z.strictObject({ date: civilDate }),
    response: z.object({
      data: z.object({
        date: civilDate,
        /** How many minutes apart visits start. */
        start_interval_minutes: z.literal(START_INTERVALS),
        opening: z.array(span),
        /** True when the date is closed for everybody. */
        is_disabled: z.boolean(),
        /** The resources in the order in which the board displays them. */
        resources: z.array(boardResource),
        /** The services of the day's visits, with their buffers and the resources that each can use. */
        services: z.array(boardService),
        /** The visits of the date by time, without cancelled ones. */
        visits: z.array(boardVisit),
      }),
    }),
  }),
}
export type BoardDay = z.output<typeof boardContract.day.response>['data']
