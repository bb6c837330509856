import type { jsPDF } from 'jspdf'
import regularUrl from '#web/styles/fonts/pdf-manrope-400.ttf?url'
import boldUrl from '#web/styles/fonts/pdf-manrope-700.ttf?url'

/** The font of every PDF, because standard fonts lack the peso sign. */
export const PDF_FONT = 'Manrope'

/** The font files, in base64. */
export type PdfFonts = { regular: string; bold: string }

async function base64Of(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`the font ${url} could not be loaded`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

export async function loadPdfFonts(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([base64Of(regularUrl), base64Of(boldUrl)])
  return { regular, bold }
}

/** Adds both weights to a document. */
export function addPdfFonts(doc: jsPDF, fonts: PdfFonts): void {
  for (const [file, style] of [
    ['regular', 'normal'],
    ['bold', 'bold'],
  ] as const) {
    doc.addFileToVFS(`${file}.ttf`, fonts[file])
    doc.addFont(`${file}.ttf`, PDF_FONT, style)
  }
}
