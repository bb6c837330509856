import { parentPort } from 'node:worker_threads'
import type { PaperText } from '#shared/sales/paper/paper.ts'
import { createPdfWriter } from './paper-pdf.ts'

// The program of the thread that draws documents: it receives a text, and answers with its PDF.
const draw = await createPdfWriter()
parentPort?.on('message', (text: PaperText) => {
  const pdf = draw(text)
  parentPort?.postMessage(pdf, [pdf])
})
