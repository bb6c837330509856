import type { z } from 'zod'
import { MAX_PAGE, MAX_SEARCH } from '#shared/lib/paging.ts'
import type { Endpoint, Output } from '#shared/lib/endpoint.ts'
import { writeParam } from '#web/lib/use-url-state.ts'

/** An endpoint that returns one page of rows, with the total and the page number. */
export type ListEndpoint = Endpoint & {
  querystring: z.ZodObject
  response: z.ZodType<{ total: number; page: number; per_page: number }>
}

type RowsIn<Answer> = { [K in keyof Answer]: Answer[K] extends readonly unknown[] ? Answer[K] : never }[keyof Answer]
/** The type of a row in the response of a list endpoint. */
export type RowOf<E extends ListEndpoint> = RowsIn<Output<E>>[number & keyof RowsIn<Output<E>>]

/** The rows of a response: its only array, whatever its name. */
export const rowsOf = <E extends ListEndpoint>(answer: Output<E>): RowOf<E>[] =>
  Object.values(answer as object).find((part): part is RowOf<E>[] => Array.isArray(part)) ?? []

/** The query of a list as in its contract: page, per_page, search and filters. */
export type ListQuery<E extends ListEndpoint> = z.output<E['querystring']>
export type ListChange<E extends ListEndpoint> = { [K in keyof ListQuery<E>]?: ListQuery<E>[K] | undefined }

export type AddressOptions<E extends ListEndpoint> = {
  /** Fields with another name in the URL: `{ category_id: 'category' }`. */
  names?: { [K in keyof ListQuery<E>]?: string }
  /**
   * The offered page sizes, of which the first is the default. If undefined, the list has the page size of the
   * contract.
   */
  pageSizes?: readonly number[]
  /** Parameters that are always sent and not in the URL. */
  fixed?: ListChange<E>
}

/** Fields of a list's query that are no filters. A refused combination of filters does not drop them. */
const paging = ['page', 'per_page', 'search']

type Fields = Record<string, string | number | boolean | undefined>
type Address = AddressOptions<ListEndpoint>

const fieldsOf = (e: ListEndpoint, { fixed = {} }: Address) =>
  Object.keys(e.querystring.shape).filter((field) => !(field in fixed))
const nameOf = (field: string, { names = {} }: Address) => (names as Record<string, string | undefined>)[field] ?? field

/** A query field's usable text from the URL, limited in length and size; undefined if it cannot be used. */
function textOf(field: string, text: string, { pageSizes }: Address): string | undefined {
  if (field === 'search') return text.trim().slice(0, MAX_SEARCH)
  if (field === 'per_page') return pageSizes?.includes(Number(text)) ? text : undefined
  if (field === 'page') return /^\d{1,9}$/.test(text) ? String(Math.min(Number(text), MAX_PAGE)) : undefined
  return text === '' ? undefined : text
}

function readFields(e: ListEndpoint, params: URLSearchParams, address: Address): Fields {
  const fields: Fields = {}
  for (const field of fieldsOf(e, address)) {
    const text = params.get(nameOf(field, address))
    const value = text === null ? undefined : textOf(field, text, address)
    if (value !== undefined) fields[field] = value
  }
  return fields
}

/**
 * Drops fields that the request schema of the endpoint refuses. If the combination is refused (a period that ends
 * before it begins), all filters are dropped.
 */
function dropRefusedFields(e: ListEndpoint, fields: Fields, fixed: Fields): Fields {
  const result = e.querystring.safeParse({ ...fields, ...fixed })
  if (result.success) return result.data as Fields
  const refused = result.error.issues.map(({ path }) => String(path[0])).filter((field) => field in fields)
  const wrong = refused.length > 0 ? refused : Object.keys(fields).filter((field) => !paging.includes(field))
  if (wrong.length === 0) throw result.error
  return dropRefusedFields(
    e,
    Object.fromEntries(Object.entries(fields).filter(([field]) => !wrong.includes(field))),
    fixed,
  )
}

const firstPageSize = ({ pageSizes }: Address): Fields => (pageSizes ? { per_page: String(pageSizes[0]) } : {})

/**
 * Parses a list's query from the URL. A hand-written URL may contain anything: refused values are ignored, a long
 * search is cut, and a page number is limited.
 */
export function parseListQuery<E extends ListEndpoint>(
  e: E,
  params: URLSearchParams,
  options: AddressOptions<E> = {},
): ListQuery<E> {
  const address = options as Address
  const fields = { ...firstPageSize(address), ...readFields(e, params, address) }
  return dropRefusedFields(e, fields, (address.fixed ?? {}) as Fields) as ListQuery<E>
}

/**
 * Writes changes to the URL, without values that are the default. Every change except that of the page resets the list
 * to page 1.
 */
export function writeListChange<E extends ListEndpoint>(
  e: E,
  params: URLSearchParams,
  change: ListChange<E>,
  options: AddressOptions<E> = {},
): void {
  const address = options as Address
  const defaults = parseListQuery(e, new URLSearchParams(), options) as Fields
  const changes = ('page' in change ? change : { ...change, page: undefined }) as Fields
  for (const [field, value] of Object.entries(changes))
    writeParam(params, nameOf(field, address), value, defaults[field])
}
