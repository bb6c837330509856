import { formatNumber } from '#shared/lib/numbers.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { csvReader, TOTAL_ROWS_HEADER } from '#shared/lib/csv.ts'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { callMessages } from '#shared/lib/call-messages.ts'
import { exportMessages as s } from '#shared/lib/export-messages.ts'
import { apiFile } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { query } from '#web/lib/query.ts'
import { now } from '#web/lib/use-now.ts'
import { type Making, MOST_PDF_ROWS, type Report } from './report/report.ts'

export type Progress = { words: string; share: number | null }

/** The work of one export: what is read, and how it is ended and watched. */
export type ExportWork<E extends Endpoint> = {
  endpoint: E
  input: Input<E>
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/** The list is empty: there is nothing to make. */
export class NothingToExport extends Error {}
/** A sentence for the person. */
export class ExportRefused extends Error {}

const progressOf =
  (words: (done: string, all: string) => string, from: number, to: number) =>
  (done: number, all: number): Progress => ({
    words: words(formatNumber(done), formatNumber(all)),
    share: from + (to - from) * (done / Math.max(all, 1)),
  })

/** Reads the whole export; `most` rows are taken, more are refused before the first. */
async function read<E extends Endpoint>(
  { endpoint, input, signal, onProgress }: ExportWork<E>,
  most: number,
  shown: (done: number, all: number) => Progress,
  take: (text: string, rows: string[][]) => void,
): Promise<void> {
  let all = 0
  let done = 0
  const onTotal = (rows: number) => {
    all = rows
    if (rows === 0) throw new NothingToExport()
    if (rows > most) throw new ExportRefused(s.tooManyRows(formatNumber(most)))
  }
  const onPart = (text: string, rows: string[][]) => {
    take(text, rows)
    done += rows.length
    onProgress(shown(Math.min(done, all), all))
  }
  await readExport(endpoint, input, { signal, onTotal, onPart })
}

/** The export's CSV as it came. */
export async function makeCsv<E extends Endpoint>(work: ExportWork<E>): Promise<Blob> {
  const parts: string[] = []
  await read(work, Infinity, progressOf(s.reading, 0, 1), (text) => void parts.push(text))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** A PDF of the export's rows, made beside the page. */
export async function makePdf<E extends Endpoint>(
  work: ExportWork<E>,
  by: string,
  reportOf: (making: Making) => Report,
): Promise<Blob> {
  const { signal, onProgress } = work
  const [{ openReport }, { data: clinic }] = await Promise.all([
    import('./report/open-report.ts'),
    queryClient.ensureQueryData(query(clinicContract.read, {})),
  ])
  const writing = progressOf(s.writing, 0.3, 0.95)
  const report = openReport(reportOf({ clinic, by, now: now() }), (done, all) =>
    onProgress(done < all ? writing(done, all) : { words: s.finishing, share: 0.97 }),
  )
  const ended = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
  try {
    await read(work, MOST_PDF_ROWS, progressOf(s.reading, 0, 0.3), (_, rows) => report.addRows(rows))
    return await Promise.race([report.finish(), ended])
  } finally {
    ended.catch(() => undefined)
    report.close()
  }
}

type Reading = {
  signal: AbortSignal
  /** How many rows there will be; told before the first of them. What it throws ends the reading. */
  onTotal: (rows: number) => void
  /** The text as it came, and the rows in it: first the heading, last the total row. */
  onPart: (text: string, rows: string[][]) => void
}

/**
 * Reads an export as it arrives. Throws `ApiError`, also for a file that is not complete: its heading and total row are
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
    throw new ApiError(200, 'unexpected_format', callMessages.unexpectedFormat)
}
