import { loadPdfFonts } from '#web/exports/pdf-fonts.ts'
import type { Report } from './report.ts'
import { reportPdf } from './report-pdf.ts'

/** What the page sends: the report, its rows as they arrive, and that they are all there. */
export type ToWorker = { report: Report } | { rows: string[][] } | 'finish'
/** What comes back: how far it is, and the file or why there is none. */
export type FromWorker = { done: number; all: number } | { pdf: ArrayBuffer } | { problem: string }

type Worker = {
  postMessage: (message: FromWorker, transfer?: Transferable[]) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToWorker>) => void) => void
}
const worker = globalThis as unknown as Worker

let report: Report | undefined
const rows: string[][] = []

async function finish(): Promise<void> {
  try {
    if (!report) throw new Error('There is no report.')
    const progress = (done: number, all: number) => worker.postMessage({ done, all })
    const pdf = reportPdf(report, rows, await loadPdfFonts(), progress)
    worker.postMessage({ pdf }, [pdf])
  } catch (error) {
    worker.postMessage({ problem: String(error) })
  }
}

worker.addEventListener('message', ({ data }) => {
  if (data === 'finish') void finish()
  else if ('report' in data) report = data.report
  else for (const row of data.rows) rows.push(row)
})
