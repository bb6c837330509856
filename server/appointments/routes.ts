import type { FastifyInstance } from 'fastify'
import type { CookieOptions } from '#server/auth/cookies.ts'
import { selfService } from '#server/clinic/clinic-profile.ts'
import type { Context } from '#server/lib/context.ts'
import type { EventHub } from '#server/lib/event-hub.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { availabilityContract, holdContract } from '#shared/appointments/availability-contract.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import {
  appointmentsContract as contract,
  type ClientAppointment,
  type StaffAppointment,
} from '#shared/appointments/contract.ts'
import { cancelAllContract, requestsContract, visitContract } from '#shared/appointments/desk-contract.ts'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { visitSuppliesContract } from '#shared/appointments/supplies-contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { changeNote, countNoShows, setArrived } from './attend.ts'
import { readAvailability, readDeskMoveTimes, readOwnMoveTimes, readUnavailableTimes } from './availability.ts'
import { book } from './book.ts'
import { changeServices } from './change-services.ts'
import { disableDates } from './disable-dates.ts'
import { createEventStreams } from './event-stream.ts'
import { listAppointments, listCalendarDays, listPayableAppointments, readDayBoard } from './list-appointments.ts'
import type { BookingLimits } from './lock-client-and-day.ts'
import { rescheduleAppointment } from './move-appointment.ts'
import { cancelOwnAppointment, listOwnAppointments, moveOwnAppointment } from './my-appointments.ts'
import { presentForClient, presentForStaff } from './present-appointment.ts'
import { confirmRequests, countRequests, declineRequests, listRequests, readRequests } from './requests.ts'
import { requireAppointment } from './require-transition.ts'
import { releaseReservation, reserveTime } from './reserve-time.ts'
import { correctVisitSupplies, readSuppliesOfVisit } from './supplies/visit-supplies.ts'
import { undoStatus } from './undo-status.ts'
import { cancelAllAppointments, updateStatus } from './update-status.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { appointmentFile } from '#shared/appointments/list-file.ts'

type Options = CookieOptions & {
  app: FastifyInstance
  hub: EventHub
  limits: BookingLimits & Pick<Limits, 'eventStreams' | 'holds'>
}

/** What is stored with the idempotency key of a booking or move: the appointment's id, and no personal data. */
type StoredResponse = { appointment_id: string }
const toStored = ({ data }: { data: StoredResponse }): StoredResponse => ({ appointment_id: data.appointment_id })

/** Answers a client's repeated request, or a repeated booking by staff, with the appointment as it is now. */
const repeatForClient = {
  toStored,
  rebuild: async (context: Context, { appointment_id }: StoredResponse): Promise<{ data: ClientAppointment }> => {
    const { policy } = await selfService(context.tx, context.branchId)
    return { data: presentForClient(await requireAppointment(context, appointment_id), context.now, policy) }
  },
}

/** Answers a repeated move by staff with the appointment as it is now. */
const repeatForStaff = {
  toStored,
  rebuild: async (context: Context, { appointment_id }: StoredResponse): Promise<{ data: StaffAppointment }> => ({
    data: presentForStaff(await requireAppointment(context, appointment_id), context.now),
  }),
}

/** Registers the calls by which staff read one visit, and change it apart from its status. */
function visitRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(visitContract.one, async (context, { params }) => ({
    data: presentForStaff(await requireAppointment(context, params.id), context.now),
  }))
  registerEndpoint(visitContract.setArrived, async (context, { params, body }) => ({
    data: await setArrived(context, params.id, body.arrived),
  }))
  registerEndpoint(visitContract.changeNote, async (context, { params, body }) => ({
    data: await changeNote(context, params.id, body.note),
  }))
  registerEndpoint(visitContract.changeServices, async (context, { params, body }) => ({
    data: await changeServices(context, params.id, body),
  }))
  registerEndpoint(visitSuppliesContract.read, async (context, { params }) => ({
    data: await readSuppliesOfVisit(context, params.id),
  }))
  registerEndpoint(visitSuppliesContract.correct, (context, { params, body }) =>
    correctVisitSupplies(context, params.id, body.supplies),
  )
  registerEndpoint(visitContract.moveTimes, async (context, { params, querystring }) => ({
    data: await readDeskMoveTimes(context, params.id, querystring.date),
  }))
  registerEndpoint(visitContract.noShows, async ({ tx }, { params }) => ({ data: await countNoShows(tx, params.id) }))
  registerEndpoint(visitContract.undo, async (context, { params }) => ({ data: await undoStatus(context, params.id) }))
}

/** Registers the calls for free times and bookings. */
function bookingRoutes(registerEndpoint: RegisterEndpoint, options: Omit<Options, 'app' | 'hub'>): void {
  registerEndpoint(contract.unavailableTimes, async (context, { body }) => {
    const { taken, reserved } = await readUnavailableTimes(context, body)
    return { appointment_times: taken, ...(reserved.length > 0 && { held_times: reserved }) }
  })
  registerEndpoint(availabilityContract.atDesk, async (context, { querystring }) => ({
    data: await readAvailability(context, querystring, 'desk'),
  }))
  registerEndpoint(availabilityContract.availability, async (context, { querystring }) => ({
    data: await readAvailability(context, querystring),
  }))
  registerEndpoint(
    contract.book,
    async (context, { body }) => ({ data: await book(context, body, options.limits) }),
    repeatForClient,
  )
  registerEndpoint(holdContract.hold, async (context, { body }) => ({
    data: await reserveTime(context, body, { ...options.limits.holds, ...options }),
  }))
  registerEndpoint(holdContract.giveUp, async (context) => {
    await releaseReservation(context)
    return { success: true as const }
  })
}

/** Registers the calls for bookings that wait for the clinic's answer. */
function requestRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(requestsContract.requests, (context, { querystring }) => listRequests(context, querystring))
  registerEndpoint(liveContract.requestCount, async (context) => ({ data: { requests: await countRequests(context) } }))
  registerEndpoint(requestsContract.arrivals, async (context, { querystring }) => ({
    data: await readRequests(context, querystring.ids),
  }))
  registerEndpoint(requestsContract.confirm, async (context, { body }) => ({
    data: await confirmRequests(context, body.ids),
  }))
  registerEndpoint(requestsContract.decline, async (context, { body }) => ({
    data: await declineRequests(context, body),
  }))
}

/** Registers the calls by which clients read and change their own visits. */
function ownVisitRoutes(registerEndpoint: RegisterEndpoint, limits: Options['limits']): void {
  registerEndpoint(contract.mine, (context, { querystring }) =>
    listOwnAppointments(context, querystring, limits.firstVisits),
  )
  registerEndpoint(
    selfServiceContract.move,
    async (context, { params, body }) => ({ data: await moveOwnAppointment(context, params.id, body) }),
    repeatForClient,
  )
  registerEndpoint(selfServiceContract.moveTimes, async (context, { params, querystring }) => ({
    data: await readOwnMoveTimes(context, params.id, querystring.date),
  }))
  registerEndpoint(
    contract.cancelMine,
    async (context, { params }) => ({ data: await cancelOwnAppointment(context, params.id) }),
    repeatForClient,
  )
}

export function appointmentRoutes(registerEndpoint: RegisterEndpoint, options: Options): void {
  const { app, hub, limits } = options
  const openStream = createEventStreams(app, hub, limits.eventStreams)
  bookingRoutes(registerEndpoint, options)
  registerEndpoint(contract.exportList, (context, { querystring }) =>
    exportList(context, appointmentFile, { query: querystring, read: listAppointments, rowsIn: 'appointments' }),
  )
  registerEndpoint(contract.list, (context, { querystring }) => listAppointments(context, querystring))
  registerEndpoint(contract.calendar, (context, { querystring }) => listCalendarDays(context, querystring))
  registerEndpoint(boardContract.day, async (context, { querystring }) => ({
    data: await readDayBoard(context, querystring.date),
  }))
  registerEndpoint(contract.payable, (context, { querystring }) => listPayableAppointments(context, querystring))
  registerEndpoint(contract.updateStatus, async (context, { params, body }) => {
    const { data, used } = await updateStatus(context, params.id, body)
    return { data, ...(used.length > 0 && { used }) }
  })
  registerEndpoint(
    contract.reschedule,
    async (context, { params, body }) => ({ data: await rescheduleAppointment(context, params.id, body) }),
    repeatForStaff,
  )
  visitRoutes(registerEndpoint)
  ownVisitRoutes(registerEndpoint, limits)
  registerEndpoint(cancelAllContract.cancelAllOf, async (context, { params, body }) => ({
    data: await cancelAllAppointments(context, params.id, body),
  }))
  requestRoutes(registerEndpoint)
  registerEndpoint(liveContract.events, async (context) => {
    openStream(context)
    return ''
  })
  registerEndpoint(contract.disableDates, async (context, { body }) => {
    const ids = await disableDates(context, body)
    return { success: true as const, data: { id: ids[0] ?? '', ids } }
  })
}
