import { expect } from 'vitest'
import {
  assignResources,
  createCatalogue,
  createResource,
  createUser,
  setService,
  type TestCatalogue,
  type TestUser,
} from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { appointmentsContract as contract, type StaffAppointment } from '#shared/appointments/contract.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { addDays, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'

export type BookingClinic = {
  server: TestServer
  catalogue: TestCatalogue
  admin: Caller
  cashier: TestUser
  desk: Caller
  /** Creates a new client with a session. */
  newClient: (name?: string) => Promise<TestUser>
  /** Returns the request body that books the catalogue's first service. */
  visit: (date: CivilDate, time: CivilTime, userId?: string) => Visit
  /** Books an appointment for a new client as staff, brings it to the given status, and returns its id. */
  appointment: (date: CivilDate, time: CivilTime, status?: AppointmentStatus, client?: TestUser) => Promise<string>
  read: (id: string) => Promise<StaffAppointment>
  logs: (subjectId: string) => Promise<string[]>
}

type Visit = {
  user_id?: string
  appointment_date: CivilDate
  appointment_time: CivilTime
  treatment_id: string
  service_id: string
}

/**
 * The status changes by which staff bring a new appointment to each status; a rescheduled one was booked for another
 * date first.
 */
const WAYS: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  pending: [],
  confirmed: ['confirmed'],
  resched: [],
  'on-going': ['confirmed', 'on-going'],
  completed: ['confirmed', 'on-going', 'completed'],
  cancelled: ['cancelled'],
}

/** Starts a clinic on a database of its own, with staff, a catalogue and helpers for appointments. */
export async function startBookingClinic(options: Parameters<typeof startTestServer>[0] = {}): Promise<BookingClinic> {
  const server = await startTestServer(options)
  const { db } = server
  const catalogue = await createCatalogue(db)
  const cashier = await createUser(db, 'cashier')
  const desk = server.as(cashier.token)
  const admin = server.as((await createUser(db, 'admin')).token)
  const visit = (date: CivilDate, time: CivilTime, userId?: string): Visit => ({
    ...(userId && { user_id: userId }),
    appointment_date: date,
    appointment_time: time,
    treatment_id: catalogue.treatmentId,
    service_id: catalogue.serviceId,
  })
  const newClient = (name?: string) => createUser(db, 'client', name ? { name } : {})
  const read = async (id: string): Promise<StaffAppointment> => {
    const { appointments } = await desk(contract.list, { querystring: { scope: 'range', per_page: 100 } })
    const found = appointments.find((row) => row.id === id)
    if (!found) throw new Error('the appointment is not in the list')
    return found
  }
  return {
    server,
    catalogue,
    admin,
    cashier,
    desk,
    newClient,
    visit,
    read,
    appointment: async (date, time, status = 'pending', client) => {
      const { id: userId } = client ?? (await newClient())
      const bookedFor = status === 'resched' ? addDays(date, 180) : date
      const { appointment_id } = (await desk(contract.book, { body: visit(bookedFor, time, userId) })).data
      const params = { id: appointment_id }
      if (status === 'resched')
        await desk(contract.reschedule, {
          params,
          body: { appointment_id, appointment_date: date, appointment_time: time },
        })
      for (const step of WAYS[status]) {
        const body = step === 'cancelled' ? { status: step, reason: 'other' as const } : { status: step }
        await desk(contract.updateStatus, { params, body })
      }
      return appointment_id
    },
    logs: async (subjectId) => (await logEntries(db, { subject_id: subjectId })).map((row) => row.action),
  }
}

/**
 * Starts a clinic with two rooms and three practitioners: Ana or Bea do the peel (60 minutes), Bea or Cora the facial
 * (30 minutes, and 15 to clean up). The laser (45 minutes) needs the one device and no particular person.
 */
export async function startServicesClinic(options: { offersAtOnce?: boolean } = {}) {
  const clinic: BookingClinic = await startBookingClinic({
    ...options,
    poolSize: 20,
    limits: { openBookingsPerClient: 1_000, bookingsPerClient: { tries: 100_000, windowSeconds: 60 } },
  })
  const { db } = clinic.server
  const peel = clinic.catalogue.serviceId
  const facial = clinic.catalogue.otherServiceId
  const laser = clinic.catalogue.otherTreatmentServiceId
  const ana = await createResource(db, 'practitioner', 'Ana', 1)
  const bea = await createResource(db, 'practitioner', 'Bea', 2)
  const cora = await createResource(db, 'practitioner', 'Cora', 3)
  const device = await createResource(db, 'device', 'Laser', 4)
  await createResource(db, 'room', 'Room 2', 5)
  await assignResources(db, peel, ana, bea)
  await assignResources(db, facial, bea, cora)
  await assignResources(db, laser, device)
  await setService(db, peel, { duration_minutes: 60 })
  await setService(db, facial, { duration_minutes: 30, buffer_after_minutes: 15 })
  await setService(db, laser, { duration_minutes: 45 })
  return { clinic, peel, facial, laser, ana, bea, cora, device }
}

/** Returns the error of a call that is expected to fail. */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(ApiError)
  return outcome as ApiError
}

/** Expects that the call fails with this HTTP status and this message. */
export async function expectRefused(call: Promise<unknown>, status: number, sentence: string): Promise<ApiError> {
  const error = await errorOf(call)
  expect([error.status, error.message]).toEqual([status, sentence])
  return error
}

/** Returns `done` for a call that succeeds, otherwise the HTTP status and the message of its error. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.message}` : String(error)),
  )
