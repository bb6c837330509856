import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PdfFonts } from '#shared/lib/pdf-text.ts'
import { drawPaper } from '#shared/sales/paper/draw-paper.ts'
import { A5, type PaperText } from '#shared/sales/paper/paper.ts'

/**
 * Returns the path of a font. A build has the fonts beside its bundle; the sources have them beside the style sheets.
 */
const fontFile = (weight: number): string => {
  const name = `pdf-manrope-${weight}.ttf`
  const beside = path.join(import.meta.dirname, name)
  return existsSync(beside) ? beside : path.join(import.meta.dirname, '../../web/styles/fonts', name)
}

async function readFonts(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([400, 700].map((weight) => readFile(fontFile(weight), 'base64')))
  return { regular: regular!, bold: bold! }
}

/** Returns a function that draws a document on sheets of A5. The library is loaded only for an export with PDFs. */
export async function createPdfWriter(): Promise<(text: PaperText) => ArrayBuffer> {
  const [{ jsPDF }, fonts] = await Promise.all([import('jspdf'), readFonts()])
  return (text) => {
    const pdf = drawPaper({ newPdf: (format) => new jsPDF({ ...format, compress: true }), fonts }, text, A5.width)
    return pdf.output('arraybuffer')
  }
}
