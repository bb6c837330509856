import type { FastifyInstance } from 'fastify'
import type { CookieOptions } from '#server/auth/cookies.ts'
import { selfService } from '#server/clinic/clinic-profile.ts'
import type { Context } from '#server/lib/context.ts'
import type { EventHub } from '#server/lib/event-hub.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { cancelAllContract, requestsContract, visitContract } from '#shared/appointments/desk-contract.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { availabilityContract, holdContract } from '#shared/appointments/availability-contract.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import {
  appointmentsContract as contract,
  type ClientAppointment,
  type StaffAppointment,
} from '#shared/appointments/contract.ts'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { selfServiceContract } from '#shared/appointments/self-service-contract.ts'
import { changeNote, countNoShows, setArrived } from './attend.ts'
import { availability } from './availability.ts'
import { book, type BookingLimits } from './book.ts'
import { calendarDays, dayBoard } from './calendar-days.ts'
import { cancelAllOf } from './cancel-all.ts'
import { disableDates } from './disable-dates.ts'
import { changeServices } from './change-services.ts'
import { createEventStreams } from './event-stream.ts'
import { listAppointments, payableAppointments } from './list.ts'
import { cancelMine, moveMine, myAppointments } from './my-appointments.ts'
import { giveUpHold, holdTime } from './hold-time.ts'
import { clientAppointment, staffAppointment } from './present-appointment.ts'
import { requireAppointment } from './require-transition.ts'
import { arrivals, confirmRequests, countRequests, declineRequests, requests } from './requests.ts'
import { reschedule } from './reschedule.ts'
import { deskMoveTimes, ownMoveTimes, unavailableTimes } from './taken-times.ts'
import { undoStatus } from './undo-status.ts'
import { updateStatus } from './update-status.ts'

type Options = CookieOptions & {
  app: FastifyInstance
  hub: EventHub
  limits: BookingLimits & Pick<Limits, 'eventStreams' | 'holds'>
}

/** What is stored with the key of a booking or move: the appointment's id, and no personal data. */
type Stored = { appointment_id: string }
const toStored = ({ data }: { data: Stored }): Stored => ({ appointment_id: data.appointment_id })

/** Answers a client's repeated request, or a repeated booking by staff, with the appointment as it is now. */
const repeatForClient = {
  toStored,
  rebuild: async (context: Context, { appointment_id }: Stored): Promise<{ data: ClientAppointment }> => {
    const { policy } = await selfService(context.tx, context.branchId)
    return { data: clientAppointment(await requireAppointment(context, appointment_id), context.now, policy) }
  },
}

/** Answers a repeated move by staff with the appointment as it is now. */
const repeatForStaff = {
  toStored,
  rebuild: async (context: Context, { appointment_id }: Stored): Promise<{ data: StaffAppointment }> => ({
    data: staffAppointment(await requireAppointment(context, appointment_id), context.now),
  }),
}

/** The calls by which staff change a visit apart from its status. */
function visitRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(visitContract.setArrived, async (context, { params, body }) => ({
    data: await setArrived(context, params.id, body.arrived),
  }))
  registerEndpoint(visitContract.changeNote, async (context, { params, body }) => ({
    data: await changeNote(context, params.id, body.note),
  }))
  registerEndpoint(visitContract.changeServices, async (context, { params, body }) => ({
    data: await changeServices(context, params.id, body),
  }))
  registerEndpoint(visitContract.moveTimes, async (context, { params, querystring }) => ({
    data: await deskMoveTimes(context, params.id, querystring.date),
  }))
  registerEndpoint(visitContract.noShows, async ({ tx }, { params }) => ({ data: await countNoShows(tx, params.id) }))
  registerEndpoint(visitContract.undo, async (context, { params }) => ({ data: await undoStatus(context, params.id) }))
}

/** The calls for free times and bookings. */
function bookingRoutes(registerEndpoint: RegisterEndpoint, options: Omit<Options, 'app' | 'hub'>): void {
  registerEndpoint(contract.unavailableTimes, async (context, { body }) => {
    const { taken, held } = await unavailableTimes(context, body)
    return { appointment_times: taken, ...(held.length > 0 && { held_times: held }) }
  })
  registerEndpoint(availabilityContract.atDesk, async (context, { querystring }) => ({
    data: await availability(context, querystring, 'desk'),
  }))
  registerEndpoint(availabilityContract.availability, async (context, { querystring }) => ({
    data: await availability(context, querystring),
  }))
  registerEndpoint(
    contract.book,
    async (context, { body }) => ({ data: await book(context, body, options.limits) }),
    repeatForClient,
  )
  registerEndpoint(holdContract.hold, async (context, { body }) => ({
    data: await holdTime(context, body, { ...options.limits.holds, ...options }),
  }))
  registerEndpoint(holdContract.giveUp, async (context) => {
    await giveUpHold(context)
    return { success: true as const }
  })
}

/** The calls for bookings that wait for the clinic's answer. */
function requestRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(requestsContract.requests, (context, { querystring }) => requests(context, querystring))
  registerEndpoint(liveContract.requestCount, async (context) => ({ data: { requests: await countRequests(context) } }))
  registerEndpoint(requestsContract.arrivals, async (context, { querystring }) => ({
    appointments: await arrivals(context, querystring.ids),
  }))
  registerEndpoint(requestsContract.confirm, async (context, { body }) => ({
    data: await confirmRequests(context, body.ids),
  }))
  registerEndpoint(requestsContract.decline, async (context, { body }) => ({
    data: await declineRequests(context, body),
  }))
}

/** The calls by which clients read and change their own visits. */
function ownVisitRoutes(registerEndpoint: RegisterEndpoint, limits: Options['limits']): void {
  registerEndpoint(contract.mine, (context, { querystring }) =>
    myAppointments(context, querystring, limits.firstVisits),
  )
  registerEndpoint(
    selfServiceContract.move,
    async (context, { params, body }) => ({ data: await moveMine(context, params.id, body) }),
    repeatForClient,
  )
  registerEndpoint(selfServiceContract.moveTimes, async (context, { params, querystring }) => ({
    data: await ownMoveTimes(context, params.id, querystring.date),
  }))
  registerEndpoint(
    contract.cancelMine,
    async (context, { params }) => ({ data: await cancelMine(context, params.id) }),
    repeatForClient,
  )
}

export function appointmentRoutes(registerEndpoint: RegisterEndpoint, options: Options): void {
  const { app, hub, limits } = options
  const openStream = createEventStreams(app, hub, limits.eventStreams)
  bookingRoutes(registerEndpoint, options)
  registerEndpoint(contract.list, (context, { querystring }) => listAppointments(context, querystring))
  registerEndpoint(contract.calendar, (context, { querystring }) => calendarDays(context, querystring))
  registerEndpoint(boardContract.day, async (context, { querystring }) => ({
    data: await dayBoard(context, querystring.date),
  }))
  registerEndpoint(contract.payable, (context, { querystring }) => payableAppointments(context, querystring))
  registerEndpoint(contract.updateStatus, async (context, { params, body }) => ({
    data: await updateStatus(context, params.id, body),
  }))
  registerEndpoint(
    contract.reschedule,
    async (context, { params, body }) => ({ data: await reschedule(context, params.id, body) }),
    repeatForStaff,
  )
  visitRoutes(registerEndpoint)
  ownVisitRoutes(registerEndpoint, limits)
  registerEndpoint(cancelAllContract.cancelAllOf, async (context, { params, body }) => ({
    data: await cancelAllOf(context, params.id, body),
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
