import type { Report } from './report.ts'
import type { BuildProgress } from './report-pdf.ts'
import type { FromWorker, ToWorker } from './report-worker.ts'

export type OpenReport = {
  addRows: (rows: string[][]) => void
  /** The PDF, once all rows are there; fails when it cannot be made. */
  finish: () => Promise<Blob>
  /** Ends the work; nothing comes any more. */
  close: () => void
}

/** Begins a report in a worker, so that the page stays usable however many rows it has. */
export function openReport(report: Report, onProgress: BuildProgress): OpenReport {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: ToWorker) => worker.postMessage(message)
  const made = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if ('pdf' in data) resolve(new Blob([data.pdf], { type: 'application/pdf' }))
      else if ('problem' in data) reject(new Error(data.problem))
      else onProgress(data.done, data.all)
    })
    worker.addEventListener('error', () => reject(new Error('The report could not be loaded or made.')))
  })
  // It may fail before anybody waits for it.
  made.catch(() => undefined)
  send({ report })
  return {
    addRows: (rows) => send({ rows }),
    finish: () => {
      send('finish')
      return made
    },
    close: () => worker.terminate(),
  }
}
