import { z } from 'zod'
import { storable } from './fields.ts'
import { fieldMessages } from './messages.ts'

export const MAX_PER_PAGE = 100
/** The highest page number that can be requested. */
export const MAX_PAGE = 1_000_000
/** The maximum number of characters of a search. */
export const MAX_SEARCH = 100

const wholeFrom = (text: unknown) => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text)

const search = z
  .string()
  .trim()
  .max(MAX_SEARCH, fieldMessages.tooLong(MAX_SEARCH))
  .refine(storable, fieldMessages.noControlCharacters)
  .default('')

/** The query of calls that return a whole list, such as an export. */
export const searchQuery = <S extends z.core.$ZodLooseShape>(more: S) => z.strictObject({ search, ...more })

/** `page`, `per_page` and `search` of every list, with `defaultSize` rows by default. */
export const pageQuery = <S extends z.core.$ZodLooseShape>(defaultSize: number, more: S) =>
  z.strictObject({
    page: z
      .preprocess(wholeFrom, z.number(fieldMessages.pageNumber).int().min(1, fieldMessages.firstPage).max(MAX_PAGE))
      .default(1),
    per_page: z
      .preprocess(
        wholeFrom,
        z.number(fieldMessages.pageSize).int().min(1).max(MAX_PER_PAGE, fieldMessages.rowsAtMost(MAX_PER_PAGE)),
      )
      .default(defaultSize),
    search,
    ...more,
  })

export type PageQuery = { page: number; per_page: number; search: string }

/** The fields `total`, `page` and `per_page` in the response of every list. */
export const pageCounters = {
  total: z.number().int(),
  page: z.number().int(),
  per_page: z.number().int(),
}

export const pageCount = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage))

/** The page numbers in a pager: up to five around the current page. */
export function pageWindow(page: number, pages: number, size = 5): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pages - size + 1))
  return Array.from({ length: Math.min(size, pages) }, (_, i) => first + i)
}
