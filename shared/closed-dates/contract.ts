import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, messageAnswer, requiredText, strictBody } from '#shared/lib/fields.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { closedDatesMessages } from './messages.ts'

/** A date that is closed for bookings. The public list contains no remarks. */
export const disabledDate = z.object({
  id,
  date: civilDate,
  status: z.string(),
  /** The staff's remark on why the date is closed; missing in the public response. */
  remark: z.string().optional(),
})
export type DisabledDate = z.output<typeof disabledDate>

const holiday = z.object({ date: civilDate, localName: z.string() })
export type Holiday = z.output<typeof holiday>

export const closedDatesContract = {
  disabledDates: endpoint({
    method: 'GET',
    url: '/api/disabled-dates',
    access: 'public',
    summary: 'Disabled dates from today on, without their remarks',
    response: z.object({ data: z.array(disabledDate) }),
  }),
  holidays: endpoint({
    method: 'GET',
    url: '/api/public-holidays',
    access: 'public',
    summary: 'Philippine public holidays of a year that the clinic has not opened',
    // The call holds no database connection while it runs, because a configured holiday service may take seconds.
    database: 'none',
    querystring: z.strictObject({
      year: z.coerce
        .number(closedDatesMessages.year)
        .int()
        .min(2000, closedDatesMessages.year)
        .max(2100, closedDatesMessages.year),
    }),
    response: z.object({ data: z.array(holiday) }),
  }),
  changeRemark: endpoint({
    method: 'PUT',
    url: '/api/disabled-dates/:id',
    access: 'closed-dates.manage',
    summary: 'Change the remark of a disabled date',
    params: z.object({ id }),
    body: strictBody({ remark: requiredText(200, closedDatesMessages.reasonRequired) }),
    response: z.object({ data: disabledDate }),
  }),
  enable: endpoint({
    method: 'DELETE',
    url: '/api/Enable-date/:id',
    access: 'closed-dates.manage',
    summary: 'Enable a disabled date by its id, or open a public holiday for bookings by its date',
    params: z.object({ id: z.union([id, civilDate], fieldMessages.id) }),
    response: messageAnswer,
  }),
}
