import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { myDayContract } from '#shared/my-day/contract.ts'
import { changeOwnStatus, readMyDay, setOwnArrived, undoOwnStatus } from './own-visits.ts'

/** The calls of practitioners for their own visits. */
export function myDayRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(myDayContract.day, async (context, { querystring }) => ({
    data: await readMyDay(context, querystring.date),
  }))
  registerEndpoint(myDayContract.changeStatus, (context, { params, body }) => changeOwnStatus(context, params.id, body))
  registerEndpoint(myDayContract.setArrived, async (context, { params, body }) => ({
    data: await setOwnArrived(context, params.id, body.arrived),
  }))
  registerEndpoint(myDayContract.undo, async (context, { params }) => ({
    data: await undoOwnStatus(context, params.id),
  }))
}
