import { z } from 'zod'
import { endpoint, type Access } from '#shared/lib/endpoint.ts'

/**
 * The call that exports all pages of a list as CSV. `list` is the URL of the list, `access` and `querystring` are the
 * same as those of the list, and `rows` says what is exported. Each export is logged.
 */
export const exportOf = <const A extends Access, Q extends z.ZodObject>(
  list: `/api/${string}`,
  access: A,
  rows: string,
  querystring: Q,
) =>
  endpoint({
    method: 'GET',
    url: `${list}/export.csv`,
    access,
    summary: `${rows} as CSV, with a total row`,
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    querystring,
    response: z.string().describe('text/csv'),
  })

/** The file names of an exported list by format. */
export const filesOf = (name: string) => ({ csv: `${name}.csv`, xlsx: `${name}.xlsx`, pdf: `${name}.pdf` })
