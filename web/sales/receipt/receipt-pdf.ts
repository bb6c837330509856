import { jsPDF } from 'jspdf'
import type { PdfFonts } from '#shared/lib/pdf-text.ts'
import { drawPaper as draw, type Sign } from '#shared/sales/paper/draw-paper.ts'
import type { PaperText, PaperWidth } from '#shared/sales/paper/paper.ts'
import { clinicLogo } from '#web/lib/page/document-head.ts'
import { loadPdfFonts } from '#web/exports/pdf-fonts.ts'

/** How many milliseconds the PDF of a receipt waits for the logo; printing waits as long (`print.ts`). */
const SIGN_WAIT_MS = 3_000

/** Draws a document or reading as a PDF. */
export const drawPaper = (text: PaperText, width: PaperWidth, fonts: PdfFonts, sign: Sign = null): jsPDF =>
  draw({ newPdf: (format) => new jsPDF(format), fonts }, text, width, sign)

async function loadSign(): Promise<Sign> {
  const address = clinicLogo()
  if (address === null) return null
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(SIGN_WAIT_MS) })
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
  } catch {
    return null
  }
}

/** Draws the receipt, without the logo if the logo is not a valid picture. */
function drawAnyhow(text: PaperText, width: PaperWidth, fonts: PdfFonts, sign: Sign): jsPDF {
  try {
    return drawPaper(text, width, fonts, sign)
  } catch (cause) {
    if (sign === null) throw cause
    return drawPaper(text, width, fonts)
  }
}

export async function receiptPdf(text: PaperText, width: PaperWidth): Promise<Blob> {
  const [fonts, sign] = await Promise.all([loadPdfFonts(), loadSign()])
  return drawAnyhow(text, width, fonts, sign).output('blob')
}
