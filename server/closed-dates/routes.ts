import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { HolidayCalendar } from './holiday-calendar.ts'
import * as closures from './closures.ts'

export function closureRoutes(
  registerEndpoint: RegisterEndpoint,
  options: { holidayServiceUrl?: string | undefined },
): void {
  const holidays = new HolidayCalendar(options.holidayServiceUrl)
  registerEndpoint(closedDatesContract.disabledDates, async (context) => ({
    data: await closures.publicDisabledDates(context),
  }))
  registerEndpoint(closedDatesContract.holidays, async (context, { querystring }) => ({
    data: await holidays.ofYear(context, querystring.year),
  }))
  registerEndpoint(closedDatesContract.changeRemark, async (context, { params, body }) => ({
    data: await closures.changeRemark(context, params.id, body.remark),
  }))
  registerEndpoint(closedDatesContract.enable, (context, { params }) => closures.enable(context, params.id))
}
