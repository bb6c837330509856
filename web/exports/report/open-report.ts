import type { BuildProgress, Report, ReportKind } from './report.ts'
import type { FromWorker, ToWorker } from './report-worker.ts'

type OpenReport = {
  addRows: (rows: string[][]) => void
  /** Called after the last row: resolves to the file, or rejects when it cannot be created. */
  finish: () => Promise<Blob>
  /** Stops making the report: no progress or file follows. */
  close: () => void
}

const mediaTypes: Record<ReportKind, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** Starts a report in a worker, so that the page stays responsive. */
export function openReport(kind: ReportKind, report: Report, onProgress: BuildProgress): OpenReport {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: ToWorker) => worker.postMessage(message)
  const made = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if ('file' in data) resolve(new Blob([data.file], { type: mediaTypes[kind] }))
      else if ('problem' in data) reject(new Error(data.problem))
      else onProgress(data.done, data.all)
    })
    worker.addEventListener('error', () => reject(new Error('The report could not be loaded or made.')))
  })
  // The report may fail before anybody awaits it, which would be an unhandled rejection.
  made.catch(() => undefined)
  send({ kind, report })
  return {
    addRows: (rows) => send({ rows }),
    finish: () => {
      send('finish')
      return made
    },
    close: () => worker.terminate(),
  }
}
