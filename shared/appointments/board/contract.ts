import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id } from '#shared/lib/fields.ts'
import { START_INTERVALS } from '#shared/clinic/booking-rules.ts'
import { EXCEPTION_KINDS, resource } from '#shared/resources/contract.ts'
import { RESOURCE_KINDS } from '#shared/resources/free-starts.ts'
import { calendarAppointment } from '#shared/appointments/contract.ts'

/** Minutes after the midnight with which the date begins; a night goes beyond 1,440. */
const span = z.object({ from: z.number().int(), to: z.number().int() })

const shown = { id: true, kind: true, name: true, title: true, colour: true, photo: true } as const
const boardResource = resource.pick(shown).extend({
  /** False for one that takes no visits any more and still has some on this date. */
  is_active: z.boolean(),
  /** When it works on this date; null: whenever the branch is open. */
  hours: z.array(span).nullable(),
  /** What is different on this date. */
  entries: z.array(
    span.extend({
      /** Of what was entered at once. */
      id,
      kind: z.enum(EXCEPTION_KINDS),
      /** Of a block; of leave it may say why somebody is ill, and is not shown here. */
      note: z.string(),
      /** False for an entry of several dates. */
      is_one_day: z.boolean(),
    }),
  ),
})

const boardVisit = calendarAppointment.extend({
  /** What it occupies, in the order of their ids. */
  resource_ids: z.array(id),
  /** When it occupies them, buffers included; null when it occupies nothing. */
  occupied: span.nullable(),
  /** When it occupies each of them, for a visit of several services, which may go from one to another; left out where all are alike. */
  uses: z.array(span.extend({ resource_id: id })).optional(),
})
export type BoardVisit = z.output<typeof boardVisit>

const boardService = z.object({
  id,
  buffer_before: z.number().int(),
  buffer_after: z.number().int(),
  /** Any of these practitioners, any of these rooms, all of these devices; none: any room alone. */
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
        /** Every how many minutes visits begin. */
        start_interval_minutes: z.literal(START_INTERVALS),
        opening: z.array(span),
        /** Closed to all. */
        is_disabled: z.boolean(),
        /** In the order of the branch. */
        resources: z.array(boardResource),
        /** Those of the visits. */
        services: z.array(boardService),
        /** By time; cancelled ones are left out. */
        visits: z.array(boardVisit),
      }),
    }),
  }),
}
export type BoardDay = z.output<typeof boardContract.day.response>['data']
