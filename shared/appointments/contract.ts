import { z } from 'zod'
import { override, visitQuestions } from '#shared/alerts/questions.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { disabledDate } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import { civilDate, civilTime, id, instant, requiredText, strictBody } from '#shared/lib/fields.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { MAX_PER_PAGE, pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { wantedNews } from '#shared/privacy/news-contract.ts'
import { appointmentMessages } from './messages.ts'
import {
  appointmentFilter,
  overbook,
  conflictsForStaff,
  calendarAppointment,
  furtherService,
  furtherServiceIds,
  peopleOfMove,
  staffAppointment,
  storedAsSent,
  usedSupply,
  writtenByClient,
} from './records.ts'
import { canBeStart } from '#shared/clinic/opening-hours.ts'
import { APPOINTMENT_STATUSES, CANCEL_REASONS, STORED_CANCEL_REASONS, OPEN_STATUSES } from './status.ts'

export { APPOINTMENT_SORTS, calendarAppointment, staffAppointment, visitNote } from './records.ts'
export type { CalendarAppointment, StaffAppointment, VisitNote } from './records.ts'

const status = z.enum(APPOINTMENT_STATUSES)
const cancelReason = z.enum(CANCEL_REASONS, appointmentMessages.reasonRequired)
const storedCancelReason = z.enum(STORED_CANCEL_REASONS)
/** A start time on a quarter hour. The clinic's setting decides at which quarter hours visits start. */
export const slotTime = civilTime.refine(canBeStart, appointmentMessages.notASlot)

/** Six weeks, as many as a month's page of the calendar shows. */
export const MAX_CALENDAR_DAYS = 42

export const clientAppointment = z.object({
  appointment_id: id,
  treatment_id: id,
  service_id: id,
  treatment_name: z.string(),
  service_name: z.string(),
  /** The services of the visit after the first one; usually there are none. */
  further_services: z.array(furtherService),
  /** The practitioner's id; null when the service needs no practitioner. */
  practitioner_id: id.nullable(),
  practitioner_name: z.string().nullable(),
  appointment_date: civilDate,
  /** The start as HH:MM, which is the format that the clients' screens expect. */
  appointment_time: z.string().regex(/^\d\d:\d\d$/),
  /** The length of the whole visit, without buffers. */
  duration_minutes: z.number().int(),
  appointment_status: status,
  cancel_reason: storedCancelReason.nullable(),
  /** True when the client may still cancel. */
  can_cancel: z.boolean(),
  /** Why the client cannot cancel an upcoming visit (it is paid); null when there is no reason to show. */
  cannot_cancel: z.string().nullable(),
  /** True when the client may move the visit to another time now. */
  can_move: z.boolean(),
  /** Why the client cannot move an upcoming visit; null when there is no reason to show. */
  cannot_move: z.string().nullable(),
  /** When an unconfirmed first visit expires; null for all other visits. */
  held_until: instant.nullable(),
  version: z.number().int(),
})
export type ClientAppointment = z.output<typeof clientAppointment>

const byId = z.object({ id })

export const appointmentsContract = {
  unavailableTimes: endpoint({
    method: 'POST',
    url: '/api/check-conflict-time',
    access: 'public',
    shared: 'visitors',
    summary: 'Start times of a date that cannot be booked: taken, past or outside the opening hours',
    database: 'read',
    /**
     * With `service_id`: times for a visit of that service, with the given practitioner or anyone; without
     * `service_id`: times for half an hour in any room. With `appointment_id`: times to which that visit can be moved;
     * it keeps its length, and its own slots count as free.
     */
    body: strictBody({
      date: civilDate,
      service_id: id.optional(),
      /** The ids of the visit's services after the first one. */
      further_services: furtherServiceIds.optional(),
      practitioner_id: id.optional(),
      appointment_id: id.optional(),
    }),
    response: z.object({
      appointment_times: z.array(civilTime),
      /** For staff: the unavailable times that somebody has only reserved, so that they may soon be free. */
      held_times: z.array(civilTime).optional(),
    }),
  }),
  book: endpoint({
    method: 'POST',
    url: '/api/store-appointments',
    access: 'appointments.own',
    summary: 'Book an appointment: clients for themselves, staff for a client',
    status: 201,
    idempotent: 'optional',
    body: strictBody({
      /** The client's user id; required from staff, optional for clients. */
      user_id: id.optional(),
      ...storedAsSent,
      appointment_date: civilDate,
      appointment_time: slotTime,
      /** The ids of the visit's services after the first one, in the order of the visit. */
      further_services: furtherServiceIds.optional(),
      /** The practitioner of all services that need one. If left out, the least busy one who is free that day. */
      practitioner_id: id.optional(),
      /** The room of the visit. Without this field, the server chooses any free room. */
      room_id: id.optional(),
      /** The resources to overbook and the reason; only staff may send it. */
      overbook: overbook.optional(),
      /** The reason for which staff book a visit despite an alert or a missing form. Clients may not send it. */
      override: override.optional(),
      /**
       * The channels on which the client wants news. Without this field, the client's earlier choice stays. Only
       * clients may send it.
       */
      news: wantedNews.optional(),
      ...writtenByClient,
    }),
    response: z.object({ data: clientAppointment }),
    /**
     * The error `conflict` returns the services' present questions, if the client answered one that is no longer asked.
     */
    errorData: { slot_taken: conflictsForStaff, needs_reason: visitQuestions, conflict: z.array(z.string()) },
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/get-appointments-ByAdmin',
    access: 'appointments.manage',
    shared: true,
    summary: 'Appointments by scope, days and status',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: pageQuery(50, appointmentFilter),
    response: z.object({
      appointments: z.array(staffAppointment),
      ...pageCounters,
      /** For the scope `active`: the number of visits in each status, whatever `status` is requested. */
      summary: z.record(z.enum(OPEN_STATUSES), z.number().int()).optional(),
      /** For the scope `range`: the disabled dates of the range, with remarks. */
      disabled_dates: z.array(disabledDate).optional(),
    }),
  }),
  exportList: exportOf(
    '/api/get-appointments-ByAdmin',
    'appointments.manage',
    'The filtered appointments',
    searchQuery(appointmentFilter),
  ),
  calendar: endpoint({
    method: 'GET',
    url: '/api/appointments/calendar',
    access: 'appointments.manage',
    summary:
      'Appointments of some days that are not cancelled, sorted by time, and the disabled dates among those days',
    database: 'snapshot',
    timeoutMs: 5_000,
    querystring: z
      .strictObject({ from: civilDate, to: civilDate })
      .refine(({ from, to }) => from <= to && to < addDays(from, MAX_CALENDAR_DAYS), {
        path: ['to'],
        message: appointmentMessages.calendarRange(MAX_CALENDAR_DAYS),
      }),
    response: z.object({
      appointments: z.array(calendarAppointment),
      disabled_dates: z.array(disabledDate),
      /** Visits that the caller has just cancelled and can still restore. */
      just_cancelled: z.array(calendarAppointment),
    }),
  }),
  payable: endpoint({
    method: 'GET',
    url: '/api/ongoing-appointment',
    access: 'appointments.manage',
    shared: true,
    summary:
      "Appointments that can be paid at the till, from 30 days ago to tomorrow: today's first, and of these the clients who arrived first",
    timeoutMs: 5_000,
    querystring: pageQuery(20, {
      user_id: id.optional(),
      /** Returns only the appointment with this id. */
      appointment_id: id.optional(),
    }),
    response: z.object({ appointments: z.array(staffAppointment), ...pageCounters }),
  }),
  updateStatus: endpoint({
    method: 'PUT',
    url: '/api/update-status-appointments/:id',
    access: 'appointments.manage',
    summary: 'Change the status of an appointment',
    params: byId,
    // The status `resched` is refused here, because only the call `reschedule` sends the new time. `override` is the
    // reason to start a visit despite an alert or a missing form.
    body: strictBody({ status, reason: cancelReason.optional(), override: override.optional() }),
    // `used` are the supplies that a completed visit took from the stock; missing if there are none.
    response: z.object({ data: staffAppointment, used: z.array(usedSupply).optional() }),
    errorData: { state_moved: staffAppointment, needs_reason: visitQuestions },
    ifMatch: true,
  }),
  reschedule: endpoint({
    method: 'PUT',
    url: '/api/reschedule/:id',
    access: 'appointments.manage',
    summary: 'Move an appointment to another date and time, practitioner or room',
    params: byId,
    body: strictBody({
      appointment_id: id,
      appointment_date: civilDate,
      appointment_time: slotTime,
      /**
       * The new practitioner. Without this field, a practitioner chosen by name stays, and the move is refused when
       * that person is not free.
       */
      practitioner_id: id.optional(),
      /** The new room of the visit. Without this field, the server chooses any free room. */
      room_id: id.optional(),
      practitioner_ids: peopleOfMove.optional(),
      overbook: overbook.optional(),
      /** The reason for which staff move a visit despite an alert. */
      override: override.optional(),
    }),
    response: z.object({ data: staffAppointment }),
    errorData: { state_moved: staffAppointment, slot_taken: conflictsForStaff, needs_reason: visitQuestions },
    ifMatch: true,
    idempotent: 'optional',
  }),
  mine: endpoint({
    method: 'GET',
    url: '/api/my/appointments',
    access: 'appointments.own',
    summary: "The caller's own appointments",
    database: 'snapshot',
    querystring: pageQuery(5, {
      /**
       * `upcoming`: pending, confirmed, resched, on-going, soonest first · `past`: completed and cancelled, newest
       * first.
       */
      group: z.enum(['upcoming', 'past']).default('upcoming'),
    }),
    response: z.object({
      appointments: z.array(clientAppointment),
      ...pageCounters,
      /**
       * After how many hours an unconfirmed first visit expires, if the caller is an unknown client; null for others.
       */
      first_visit_hours: z.number().nullable(),
      /** How many hours before the start clients can still move or cancel a visit. */
      policy: z.object({ move_notice_hours: z.number().int(), cancel_notice_hours: z.number().int() }),
      /** The clinic's phone number, for changes that clients cannot make themselves. */
      clinic_phone: z.string(),
    }),
  }),
  cancelMine: endpoint({
    method: 'PUT',
    url: '/api/my/appointments/:id/cancel',
    access: 'appointments.own',
    summary: 'Cancel an own appointment before it starts',
    params: byId,
    body: strictBody({}),
    response: z.object({ data: clientAppointment }),
    errorData: { state_moved: clientAppointment },
    ifMatch: true,
    idempotent: 'optional',
  }),
  disableDates: endpoint({
    method: 'POST',
    url: '/api/disable-dates-store',
    access: 'closed-dates.manage',
    summary: 'Close dates for bookings, with a remark',
    status: 201,
    body: strictBody({
      date: z.array(civilDate).min(1, closedDatesMessages.dateRequired).max(60, closedDatesMessages.datesAtMost(60)),
      remark: requiredText(200, closedDatesMessages.reasonRequired),
      /**
       * If false and there are appointments on the dates, the call is refused (409) with a list of these appointments.
       */
      despite_appointments: z.boolean().default(false),
      /** The appointments that the person has seen; the call is refused again if there are new ones. */
      seen_appointments: z.array(id).max(MAX_PER_PAGE).optional(),
    }),
    response: z.object({ success: z.literal(true), data: z.object({ id, ids: z.array(id) }) }),
    errorData: { conflict: z.object({ appointments: z.array(staffAppointment), total: z.number().int() }) },
  }),
}
