import type { BookingLimits } from '#server/appointments/lock-client-and-day.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { walkInsContract as contract } from '#shared/walk-ins/contract.ts'
import { addWalkIn, listQueue, setWalkInLeft, takeInWalkIn } from './queue.ts'
import { listStartOptions } from './start-options.ts'

export function walkInRoutes(registerEndpoint: RegisterEndpoint, { limits }: { limits: BookingLimits }): void {
  registerEndpoint(contract.queue, async (context) => ({ data: await listQueue(context) }))
  registerEndpoint(contract.startOptions, async (context, { querystring }) => ({
    data: await listStartOptions(context, querystring.service_id),
  }))
  registerEndpoint(contract.add, async (context, { body }) => ({ data: await addWalkIn(context, body, limits) }))
  registerEndpoint(contract.takeIn, async (context, { params, body }) => ({
    data: await takeInWalkIn(context, params.id, body, limits),
  }))
  registerEndpoint(contract.setLeft, async (context, { params, body }) => ({
    data: await setWalkInLeft(context, params.id, body.left),
  }))
}
