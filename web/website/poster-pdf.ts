import { jsPDF } from 'jspdf'
import type { ColourChoice } from '#shared/clinic/colour-choice.ts'
import { mainColours } from '#shared/clinic/colours.ts'
import { addPdfFonts, breakLines, PDF_FONT, printableIn, type PdfFonts } from '#shared/lib/pdf-text.ts'
import { INK, LINE, QUIET } from '#web/exports/pdf-paper.ts'
import { darkRuns, QUIET_ZONE, qrWidth, type QrModules } from './qr-code.ts'

/** A picture for the PDF, which reads no WebP: a PNG as a `data:` URL, and its size in pixels. */
export type PosterLogo = { png: string; width: number; height: number }

type Poster = {
  name: string
  logo: PosterLogo | null
  colours: ColourChoice
  /** The sentence above the QR code. */
  sentence: string
  qr: QrModules
  /** The link of the page as the poster shows it, without protocol. */
  link: string
  /** The clinic's address and phone at the foot of the poster; empty ones are left out. */
  foot: readonly string[]
  title: string
}

/** The poster's page in millimetres: A5, with margin and the height of the coloured band. */
const PAGE = { width: 148, height: 210, edge: 14, band: 9 }
const INNER = PAGE.width - 2 * PAGE.edge
const MIDDLE = PAGE.width / 2
const MM_PER_POINT = 25.4 / 72
/** The largest logo, in millimetres. */
const LOGO = { width: 60, height: 26 }
const QR_WIDTH = 84

type TextStyle = { size: number; bold?: boolean; colour?: string }

/** Makes a poster that can be printed in size A5: logo, name, one sentence, the QR code and the link. */
export function posterPdf(poster: Poster, fonts: PdfFonts): jsPDF {
  const doc = new jsPDF({ unit: 'mm', format: 'a5', compress: true })
  addPdfFonts(doc, fonts)
  doc.setProperties({ title: poster.title, author: poster.name })
  const clean = printableIn(doc)
  const brand = mainColours(poster.colours).primary
  /** Writes a text in the middle of the page, and returns where its last line ends. */
  const write = (text: string, top: number, { size, bold = false, colour = INK }: TextStyle): number => {
    doc
      .setFont(PDF_FONT, bold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(colour)
    const height = size * MM_PER_POINT * 1.3
    const lines = breakLines(clean(text), INNER, (piece) => doc.getTextWidth(piece))
    lines.forEach((line, index) => doc.text(line, MIDDLE, top + index * height, { align: 'center', baseline: 'top' }))
    return top + lines.length * height
  }
  doc.setFillColor(brand).rect(0, 0, PAGE.width, PAGE.band, 'F')
  doc.rect(0, PAGE.height - PAGE.band, PAGE.width, PAGE.band, 'F')
  let y = PAGE.band + 10
  if (poster.logo) y = drawLogo(doc, poster.logo, y) + 5
  y = write(poster.name, y, { size: nameSize(poster.name), bold: true }) + 2
  y = write(poster.sentence, y, { size: 13, colour: QUIET }) + 6
  y = drawQr(doc, poster.qr, y) + 6
  write(poster.link, y, { size: 12, bold: true, colour: brand })
  const foot = poster.foot.filter((line) => line !== '').join(' · ')
  if (foot !== '') write(foot, PAGE.height - PAGE.band - 13, { size: 8.5, colour: QUIET })
  return doc
}

/** A long name is written smaller, so that the QR code stays on the sheet. */
const nameSize = (name: string): number => (name.length > 60 ? 14 : name.length > 28 ? 18 : 24)

/** Draws the logo in the middle of the page, and returns where it ends. */
function drawLogo(doc: jsPDF, { png, width, height }: PosterLogo, top: number): number {
  const scale = Math.min(LOGO.width / width, LOGO.height / height)
  doc.addImage(png, 'PNG', MIDDLE - (width * scale) / 2, top, width * scale, height * scale)
  return top + height * scale
}

/** Draws the QR code in a frame, and returns where the frame ends. */
function drawQr(doc: jsPDF, qr: QrModules, top: number): number {
  const module = QR_WIDTH / qrWidth(qr)
  const left = MIDDLE - QR_WIDTH / 2
  doc.setDrawColor(LINE).setLineWidth(0.4).roundedRect(left, top, QR_WIDTH, QR_WIDTH, 4, 4, 'S')
  doc.setFillColor('#000000')
  for (const { x, y, length } of darkRuns(qr))
    doc.rect(left + (x + QUIET_ZONE) * module, top + (y + QUIET_ZONE) * module, length * module, module, 'F')
  return top + QR_WIDTH
}
