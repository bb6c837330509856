import type { z } from 'zod'
import { civilDate } from './fields.ts'
import { periodMessages } from './messages.ts'

type Dates = { from?: string | undefined; to?: string | undefined }

/** The two dates of a filter. */
export const dates = { from: civilDate.optional(), to: civilDate.optional() }

/** Requires either both dates or none. If there are both, the first must not be after the second. */
export const withPeriod = <S extends z.ZodType<Dates>>(query: S) =>
  query
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      message: periodMessages.bothDates,
      path: ['to'],
    })
    .refine(({ from, to }) => (from ?? '') <= (to ?? ''), { message: periodMessages.dateOrder, path: ['to'] })
