import { csvReader, TOTAL_ROWS_HEADER } from '#shared/lib/csv.ts'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { callSentences } from '#shared/lib/errors.ts'
import { CallError } from '#shared/lib/call.ts'
import { apiFile } from '#web/lib/api.ts'

type Reading = {
  signal: AbortSignal
  /** How many rows there will be; told before the first of them. What it throws ends the reading. */
  onTotal: (rows: number) => void
  /** The text as it came, and the rows in it: first the heading, last the total row. */
  onPart: (text: string, rows: string[][]) => void
}

/**
 * Reads an export as it arrives. Throws `CallError`, also for a file that is not complete: its heading and total row are
 * counted with the rows that were announced.
 */
export async function readExport<E extends Endpoint>(e: E, input: Input<E>, reading: Reading): Promise<void> {
  const reader = csvReader()
  let expected: number | null = null
  let rows = 0
  await apiFile(e, input, { signal: reading.signal }, ({ text, headers }) => {
    if (expected === null) {
      expected = Number(headers.get(TOTAL_ROWS_HEADER))
      reading.onTotal(expected)
    }
    const complete = reader.push(text)
    rows += complete.length
    reading.onPart(text, complete)
  })
  if (expected === null || rows !== expected + 2)
    throw new CallError(200, 'unexpected_format', callSentences.unexpectedFormat)
}
