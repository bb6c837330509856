import { existsSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PaperText } from '#shared/sales/paper/paper.ts'

/** A separate thread that draws documents as PDF, one at a time. */
type PaperThread = { draw: (text: PaperText) => Promise<Buffer>; close: () => Promise<unknown> }

/** Starts the thread's program: in a build the file beside the bundle, otherwise the source through tsx. */
function startWorker(): Worker {
  const built = path.join(import.meta.dirname, 'paper-worker.js')
  if (existsSync(built)) return new Worker(built)
  const source = pathToFileURL(path.join(import.meta.dirname, 'paper-worker.ts')).href
  return new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${source}')))`, { eval: true })
}

/**
 * Starts the thread. Drawing takes about 35 ms for each document, during which the thread of the app would answer
 * nobody else. The thread does not keep the process from ending.
 */
export function openPaperThread(): PaperThread {
  const worker = startWorker()
  worker.unref()
  const failure = new Promise<never>((_, reject) => worker.once('error', reject))
  // The thread may fail while no document is being drawn. Without this handler the rejection would end the process.
  failure.catch(() => undefined)
  return {
    draw: async (text) => {
      const answer = once(worker, 'message')
      worker.postMessage(text)
      const [pdf] = (await Promise.race([answer, failure])) as [ArrayBuffer]
      return Buffer.from(pdf)
    },
    close: () => worker.terminate(),
  }
}
