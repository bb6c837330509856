import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'

/** Calls of every staff screen, in a module of their own to keep each page's download small. */
export const liveContract = {
  events: endpoint({
    method: 'GET',
    url: '/api/events',
    access: 'appointments.manage',
    sessionOnly: true,
    summary:
      'A stream of server-sent events: `AppointmentBooked`, with the appointments that others have requested or cancelled',
    answers: 'stream',
    database: 'none',
    response: z.string().describe('text/event-stream'),
  }),
  requestCount: endpoint({
    method: 'GET',
    url: '/api/appointments/requests/count',
    access: 'appointments.manage',
    shared: true,
    summary: 'The number of booking requests that wait for an answer',
    database: 'read',
    timeoutMs: 5_000,
    response: z.object({ data: z.object({ requests: z.number().int() }) }),
  }),
}
