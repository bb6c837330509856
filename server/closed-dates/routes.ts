import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { HolidayCalendar } from './holiday-calendar.ts'
import * as closedDates from './closed-dates.ts'

export function closedDateRoutes(
  registerEndpoint: RegisterEndpoint,
  options: { holidayServiceUrl?: string | undefined },
): void {
  const holidays = new HolidayCalendar(options.holidayServiceUrl)
  registerEndpoint(closedDatesContract.disabledDates, async (context) => ({
    data: await closedDates.listPublicDisabledDates(context),
  }))
  registerEndpoint(closedDatesContract.holidays, async (context, { querystring }) => ({
    data: await holidays.ofYear(context, querystring.year),
  }))
  registerEndpoint(closedDatesContract.changeRemark, async (context, { params, body }) => ({
    data: await closedDates.changeRemark(context, params.id, body.remark),
  }))
  registerEndpoint(closedDatesContract.enable, (context, { params }) => closedDates.enableDate(context, params.id))
}
