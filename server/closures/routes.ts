import type { Implement } from '#server/lib/implement.ts'
import { closuresContract } from '#shared/closures/contract.ts'
import { HolidayCalendar } from './holiday-calendar.ts'
import * as service from './service.ts'

export function closureRoutes(implement: Implement, options: { holidayServiceUrl?: string | undefined }): void {
  const holidays = new HolidayCalendar(options.holidayServiceUrl)
  implement(closuresContract.disabledDates, async (context) => ({
    data: await service.publicDisabledDates(context),
  }))
  implement(closuresContract.holidays, async (context, { querystring }) => ({
    data: await holidays.ofYear(context, querystring.year),
  }))
  implement(closuresContract.changeRemark, async (context, { params, body }) => ({
    data: await service.changeRemark(context, params.id, body.remark),
  }))
  implement(closuresContract.enable, (context, { params }) => service.enable(context, params.id))
}
