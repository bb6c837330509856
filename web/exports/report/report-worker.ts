import type { BuildProgress, Report, ReportKind } from './report.ts'

/** The messages from the page to the worker: the report, rows as they arrive, and the end. */
export type ToWorker = { kind: ReportKind; report: Report } | { rows: string[][] } | 'finish'
/** The messages from the worker to the page: progress, and the file or the error. */
export type FromWorker = { done: number; all: number } | { file: ArrayBuffer } | { problem: string }

type Worker = {
  postMessage: (message: FromWorker, transfer?: Transferable[]) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToWorker>) => void) => void
}
const worker = globalThis as unknown as Worker

let wanted: { kind: ReportKind; report: Report } | undefined
const rows: string[][] = []

/** Makes the file. Only the library for this kind of file is imported. */
async function make(onProgress: BuildProgress): Promise<ArrayBuffer> {
  if (!wanted) throw new Error('There is no report.')
  if (wanted.kind === 'xlsx') return (await import('./report-xlsx.ts')).reportXlsx(wanted.report, rows, onProgress)
  const [{ reportPdf }, { loadPdfFonts }] = await Promise.all([
    import('./report-pdf.ts'),
    import('#web/exports/pdf-fonts.ts'),
  ])
  return reportPdf(wanted.report, rows, await loadPdfFonts(), onProgress)
}

async function finish(): Promise<void> {
  try {
    const file = await make((done, all) => worker.postMessage({ done, all }))
    worker.postMessage({ file }, [file])
  } catch (error) {
    worker.postMessage({ problem: String(error) })
  }
}

worker.addEventListener('message', ({ data }) => {
  if (data === 'finish') void finish()
  else if ('report' in data) wanted = data
  else for (const row of data.rows) rows.push(row)
})
