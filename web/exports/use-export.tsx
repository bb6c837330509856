import { FileSpreadsheet, FileText, Sheet } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Progress as ProgressBar } from '@base-ui/react/progress'
import { ApiError } from '#shared/lib/http-client.ts'
import { callForFile, type FilePart } from '#shared/lib/http-client-file.ts'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { exportMessages as s, uiMessages, callMessages } from '#shared/lib/messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { csvReader, TOTAL_ROWS_HEADER } from '#shared/lib/csv.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { reportLogOut } from '#web/lib/api.ts'
import { queryClient, query } from '#web/lib/query.ts'
import { now } from '#web/lib/use-now.ts'
import { MOST_ROWS, type Making, type Report, type ReportKind } from './report/report.ts'

export type ExportKind = 'csv' | ReportKind

export const exportKinds = ['csv', 'xlsx', 'pdf'] as const

export const exportIcons: Record<ExportKind, ReactNode> = {
  csv: <Sheet size={18} aria-hidden="true" />,
  xlsx: <FileSpreadsheet size={18} aria-hidden="true" />,
  pdf: <FileText size={18} aria-hidden="true" />,
}

const failures: Record<ExportKind, string> = { csv: s.csvFailed, xlsx: s.xlsxFailed, pdf: s.pdfFailed }

/** The list on the screen that an export saves: its request, files and number of rows. */
export type ExportableList<E extends Endpoint> = {
  endpoint: E
  /** The request, with the filter that is set on the screen. */
  input: Input<E>
  /** The number of rows, if the screen knows it. */
  total: number | undefined
  files: Record<ExportKind, string>
  report: (making: Making) => Report
  /** True for a list whose export has no line with totals after the last row. */
  hasNoTotal?: true
  /** The toast that is shown instead of saving an empty file. */
  nothing: { title: string; description: string }
}

/** Milliseconds before the progress dialog appears, because it would only flicker during a short export. */
const DIALOG_AFTER_MS = 400

function tell(error: unknown, kind: ExportKind, nothing: { title: string; description: string }): void {
  if (error instanceof NothingToExport) return toast.info(nothing)
  // After a 401 the log-in dialog opens, so a toast about the failed export is not needed.
  if (error instanceof ApiError && error.status === 401) return
  const isKnown = error instanceof ApiError || error instanceof ExportRefused
  if (!isKnown) console.warn(error)
  toast.error({ title: failures[kind], seconds: 6, ...(isKnown && { description: error.message }) })
}

type Running = { kind: ExportKind; progress: Progress; isLong: boolean }
const beginning = { words: s.preparing, share: null }

/** Saves a list as CSV, Excel file or PDF, one at a time, with a dialog that shows the progress and can cancel it. */
export function useExport<E extends Endpoint>(list: ExportableList<E>) {
  const [running, setRunning] = useState<Running | null>(null)
  const work = useRef<AbortController | null>(null)
  const { name } = usePerson()
  useEffect(() => () => work.current?.abort(), [])

  const run = async (kind: ExportKind) => {
    if (list.total === 0) return toast.info(list.nothing)
    // A list with too many rows is refused before the request, because the server logs every export.
    if (kind !== 'csv' && (list.total ?? 0) > MOST_ROWS[kind]) return tell(tooManyRows(kind), kind, list.nothing)
    const { signal } = (work.current = new AbortController())
    const change = (next: Partial<Running>) => setRunning((before) => before && { ...before, ...next })
    const onProgress = (progress: Progress) => change({ progress })
    setRunning({ kind, progress: beginning, isLong: false })
    const timer = setTimeout(() => change({ isLong: true }), DIALOG_AFTER_MS)
    const { endpoint, input, hasNoTotal } = list
    const job = { endpoint, input, hasNoTotal, signal, onProgress }
    try {
      const file = await (kind === 'csv' ? makeCsv(job) : makeReport(job, kind, name, list.report))
      download(file, list.files[kind])
    } catch (error) {
      if (!signal.aborted) tell(error, kind, list.nothing)
    } finally {
      clearTimeout(timer)
      setRunning(null)
    }
  }
  const dialog: ReactNode = (
    <ProgressDialog
      open={running?.isLong ?? false}
      title={s.making(list.files[running?.kind ?? 'pdf'])}
      {...(running?.progress ?? beginning)}
      onCancel={() => work.current?.abort()}
    />
  )
  return { busy: running?.kind ?? null, run, dialog }
}

type ProgressDialogProps = {
  open: boolean
  /** The name of the file being created. */
  title: string
  /** How far the export is, as text. */
  words: string
  /** The progress from 0 to 1; null if unknown. */
  share: number | null
  onCancel: () => void
}

/** Shows the progress with a Cancel button; nothing else closes it. */
function ProgressDialog({ open, title, words, share, onCancel }: ProgressDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      size="sm"
      dismissible={false}
      title={title}
      initialFocus={cancel}
      footer={
        <Button ref={cancel} onClick={onCancel}>
          {uiMessages.cancel}
        </Button>
      }
    >
      <ProgressBar.Root
        aria-label={title}
        value={share === null ? null : Math.round(share * 100)}
        getAriaValueText={() => words}
        className="space-y-2"
      >
        <ProgressBar.Track className="block h-2.5 overflow-hidden rounded-full bg-surface-3">
          <ProgressBar.Indicator className="block h-full rounded-full bg-primary transition-[width] duration-200 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
        </ProgressBar.Track>
        <p className="tnum text-ctl text-ink-2">{words}</p>
      </ProgressBar.Root>
    </Dialog>
  )
}

type Progress = { words: string; share: number | null }

/** The data of one export: what to read, its abort signal and its progress callback. */
type ExportWork<E extends Endpoint> = {
  endpoint: E
  input: Input<E>
  hasNoTotal: true | undefined
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/** Thrown when the list is empty. */
class NothingToExport extends Error {}
/** An error whose message is shown to the person who exports. */
class ExportRefused extends Error {}
function tooManyRows(kind: ReportKind): ExportRefused {
  const most = formatNumber(MOST_ROWS[kind])
  return new ExportRefused(kind === 'pdf' ? s.tooManyRowsForPdf(most) : s.tooManyRowsForXlsx(most))
}

const progressOf =
  (words: (done: string, all: string) => string, from: number, to: number) =>
  (done: number, all: number): Progress => ({
    words: words(formatNumber(done), formatNumber(all)),
    share: from + (to - from) * (done / Math.max(all, 1)),
  })

/** Reads the whole export; throws at once when it has more rows than a file of this kind can hold. */
async function read<E extends Endpoint>(
  { endpoint, input, hasNoTotal, signal, onProgress }: ExportWork<E>,
  kind: ExportKind,
  shown: (done: number, all: number) => Progress,
  take: (text: string, rows: string[][]) => void,
): Promise<void> {
  let all = 0
  let done = 0
  const onTotal = (rows: number) => {
    all = rows
    if (rows === 0) throw new NothingToExport()
    if (kind !== 'csv' && rows > MOST_ROWS[kind]) throw tooManyRows(kind)
  }
  const onPart = (text: string, rows: string[][]) => {
    take(text, rows)
    done += rows.length
    onProgress(shown(Math.min(done, all), all))
  }
  await readExport(endpoint, input, { signal, onTotal, onPart, linesBesideRows: hasNoTotal ? 1 : 2 })
}

/** Makes the CSV file, which is the server's export unchanged. */
async function makeCsv<E extends Endpoint>(work: ExportWork<E>): Promise<Blob> {
  const parts: string[] = []
  await read(work, 'csv', progressOf(s.reading, 0, 1), (text) => void parts.push(text))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** Creates an Excel file or a PDF of the export's rows in a worker. */
async function makeReport<E extends Endpoint>(
  work: ExportWork<E>,
  kind: ReportKind,
  by: string,
  reportOf: (making: Making) => Report,
): Promise<Blob> {
  const { signal, onProgress } = work
  const [{ openReport }, { data: clinic }] = await Promise.all([
    import('./report/open-report.ts'),
    queryClient.ensureQueryData(query(clinicContract.read, {})),
  ])
  const writing = progressOf(s.writing, 0.3, 0.95)
  const report = openReport(kind, reportOf({ clinic, by, now: now() }), (done, all) =>
    onProgress(done < all ? writing(done, all) : { words: s.finishing, share: 0.97 }),
  )
  const ended = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
  try {
    await read(work, kind, progressOf(s.reading, 0, 0.3), (_, rows) => report.addRows(rows))
    return await Promise.race([report.finish(), ended])
  } finally {
    ended.catch(() => undefined)
    report.close()
  }
}

type Reading = {
  signal: AbortSignal
  /** How many lines of the exported file are not rows of the list: the heading, and the total if there is one. */
  linesBesideRows: number
  /** Called with the number of rows before the first row is read; throwing an error stops the reading. */
  onTotal: (rows: number) => void
  /** Called with each part of the text and its rows: first the heading, last the totals. */
  onPart: (text: string, rows: string[][]) => void
}

/**
 * Reads an export while it arrives. Throws an `ApiError`, also for an incomplete file, which has fewer rows than
 * announced.
 */
async function readExport<E extends Endpoint>(e: E, input: Input<E>, reading: Reading): Promise<void> {
  const reader = csvReader()
  let expected: number | null = null
  let rows = 0
  const { signal } = reading
  const take = ({ text, headers }: FilePart) => {
    if (expected === null) {
      expected = Number(headers.get(TOTAL_ROWS_HEADER))
      reading.onTotal(expected)
    }
    const complete = reader.push(text)
    rows += complete.length
    reading.onPart(text, complete)
  }
  await reportLogOut(callForFile(e, input, { signal }, take))
  if (expected === null || rows !== expected + reading.linesBesideRows)
    throw new ApiError(200, 'unexpected_format', callMessages.unexpectedFormat)
}
