import type { z } from 'zod'
import type { Endpoint, Output } from '#shared/lib/endpoint.ts'

/** An endpoint that answers a page of rows under one name, beside the counters. */
export type ListEndpoint = Endpoint & {
  querystring: z.ZodObject
  response: z.ZodType<{ total: number; page: number; per_page: number }>
}

type RowsIn<Answer> = { [K in keyof Answer]: Answer[K] extends readonly unknown[] ? Answer[K] : never }[keyof Answer]
/** A row of a list. */
export type RowOf<E extends ListEndpoint> = RowsIn<Output<E>>[number & keyof RowsIn<Output<E>>]

/** The rows of an answer: its one list, whatever the specification calls it. */
export const rowsOf = <E extends ListEndpoint>(answer: Output<E>): RowOf<E>[] =>
  Object.values(answer as object).find((part): part is RowOf<E>[] => Array.isArray(part)) ?? []
