import { jsPDF } from 'jspdf'
import { exportMessages as s } from '#shared/lib/messages.ts'
import { addPdfFonts, breakLines, PDF_FONT, printableIn, type PdfFonts } from '#shared/lib/pdf-text.ts'

export const PAGE = { width: 210, height: 297, side: 18, top: 18, bottom: 22 }
export const INNER = PAGE.width - 2 * PAGE.side
export const INK = '#11252a'
export const QUIET = '#5f6f73'
export const LINE = '#d5dedc'
const MM_PER_POINT = 25.4 / 72
const LINE_HEIGHT = 1.4

/** An A4 document that is written from top to bottom; `y` is where the next part begins. */
export type Paper = { doc: jsPDF; clean: (text: string) => string; y: number }
type Style = { size: number; color?: string; bold?: boolean; gap?: number }

/** Begins a new page if less than `height` is left on this one. */
export function makeRoom(paper: Paper, height: number): void {
  if (paper.y + height <= PAGE.height - PAGE.bottom) return
  paper.doc.addPage()
  paper.y = PAGE.top
}

/**
 * Writes a text on the paper and keeps its line breaks. Long lines are wrapped, and a full page is followed by a new
 * one.
 */
export function write(paper: Paper, text: string, { size, color = INK, bold = false, gap = 0 }: Style): void {
  const { doc, clean } = paper
  const height = size * LINE_HEIGHT * MM_PER_POINT
  const setStyle = () =>
    doc
      .setFont(PDF_FONT, bold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(color)
  setStyle()
  const lines = text.split('\n').flatMap((part) => breakLines(clean(part), INNER, (piece) => doc.getTextWidth(piece)))
  for (const line of lines) {
    makeRoom(paper, height)
    setStyle()
    doc.text(line, PAGE.side, paper.y, { baseline: 'top' })
    paper.y += height
  }
  paper.y += gap
}

/** Begins a document with the fonts of all PDFs. */
export function newPaper(about: { title: string; author: string }, fonts: PdfFonts): Paper {
  const doc = new jsPDF({ unit: 'mm', format: [PAGE.width, PAGE.height], compress: true })
  addPdfFonts(doc, fonts)
  doc.setProperties(about)
  return { doc, clean: printableIn(doc), y: PAGE.top }
}

/** Draws a thin line across the page, with space around it. */
export function drawLine(paper: Paper): void {
  paper.y += 3
  paper.doc
    .setDrawColor(LINE)
    .setLineWidth(0.3)
    .line(PAGE.side, paper.y, PAGE.width - PAGE.side, paper.y)
  paper.y += 4
}

/** Writes the foot of every page of a PDF: a text, and the number of the page. */
export function writeFeet({ doc, clean }: Paper, foot: string): void {
  const count = doc.getNumberOfPages()
  const y = PAGE.height - 12
  for (let page = 1; page <= count; page++) {
    doc.setPage(page).setFont(PDF_FONT, 'normal').setFontSize(7.5).setTextColor(QUIET)
    doc.text(clean(foot), PAGE.side, y)
    doc.text(clean(s.pageOf(page, count)), PAGE.width - PAGE.side, y, { align: 'right' })
  }
}
