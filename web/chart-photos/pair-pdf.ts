import { jsPDF } from 'jspdf'
import type { ChartPhoto } from '#shared/chart-photos/contract.ts'
import { compareMessages as s } from '#shared/chart-photos/messages.ts'
import { addPdfFonts, PDF_FONT, printableIn, type PdfFonts } from '#shared/lib/pdf-text.ts'
import type { Pair } from './choose-pair.ts'
import { angleText, dateText } from './photo-address.ts'

/** A photo for the PDF: a JPEG as a `data:` URL, because the PDF writer reads no WebP, and its size in pixels. */
export type PdfPicture = { jpeg: string; width: number; height: number }

/** The size and margin of a page in millimetres: A4 landscape. */
const PAGE = { width: 297, height: 210, edge: 12 }
const GAP = 6
const HEAD = 16
const CAPTION = 12

/** A PDF with both photos side by side, each with its date. */
export function pairPdf(
  { before, after }: Pair,
  { name, pictures, fonts }: { name: string; pictures: readonly [PdfPicture, PdfPicture]; fonts: PdfFonts },
): Blob {
  const doc = new jsPDF({ orientation: 'landscape', unit: 'mm', format: 'a4' })
  addPdfFonts(doc, fonts)
  const printable = printableIn(doc)
  doc
    .setFont(PDF_FONT, 'bold')
    .setFontSize(14)
    .text(printable(name), PAGE.edge, PAGE.edge + 5)
  const room = {
    width: (PAGE.width - 2 * PAGE.edge - GAP) / 2,
    height: PAGE.height - 2 * PAGE.edge - HEAD - CAPTION,
  }
  const draw = (photo: ChartPhoto, which: string, { jpeg, width, height }: PdfPicture, column: number) => {
    const scale = Math.min(room.width / width, room.height / height)
    const left = PAGE.edge + column * (room.width + GAP)
    const top = PAGE.edge + HEAD
    doc.addImage(jpeg, 'JPEG', left + (room.width - width * scale) / 2, top, width * scale, height * scale)
    const below = top + room.height + 6
    doc
      .setFont(PDF_FONT, 'bold')
      .setFontSize(11)
      .text(printable(s.captionOf(which, dateText(photo))), left, below)
    doc
      .setFont(PDF_FONT, 'normal')
      .setFontSize(9)
      .text(printable(angleText(photo)), left, below + 5)
  }
  draw(before, s.before, pictures[0], 0)
  draw(after, s.after, pictures[1], 1)
  return doc.output('blob')
}
