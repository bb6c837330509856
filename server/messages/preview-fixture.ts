import { formatDay, formatLongDate, formatTime } from '#shared/lib/manila-time.ts'
import type { TemplateValues } from '#shared/messages/template.ts'

/** The values that the preview of a message shows as examples, for each channel. */
export type Values = { email: TemplateValues; sms: TemplateValues }

/** The same values for both channels. */
export const both = (values: TemplateValues): Values => ({ email: values, sms: values })

/** The values that a message about a visit at this time must contain, for each channel. */
export const valuesOf = (date: string, time: string) => ({
  email: { client: 'Nena Cruz', date: formatLongDate(date), time: formatTime(time) },
  sms: { client: 'Nena Cruz', date: formatDay(date), time: formatTime(time) },
})

/** The values that a message about the deposit of a visit on this date must contain, for each channel. */
export const depositValues = (date: string, amount: string) => ({
  email: { client: 'Nena Cruz', date: formatLongDate(date), amount },
  sms: { client: 'Nena Cruz', date: formatDay(date), amount },
})
