import type { z } from 'zod'
import { civilDate } from '#shared/lib/fields.ts'
import { saleMessages as s } from './messages.ts'

type Dates = { from?: string | undefined; to?: string | undefined }

/** The two dates of a filter. */
export const dates = { from: civilDate.optional(), to: civilDate.optional() }

/** Both dates or none, the earlier first; `to` is inclusive. */
export const withPeriod = <S extends z.ZodType<Dates>>(query: S) =>
  query
    .refine(({ from, to }) => (from === undefined) === (to === undefined), { message: s.bothDates, path: ['to'] })
    .refine(({ from, to }) => (from ?? '') <= (to ?? ''), { message: s.dateOrder, path: ['to'] })
