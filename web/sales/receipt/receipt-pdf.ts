import { jsPDF } from 'jspdf'
import type { PaperWidth, ReceiptPair, ReceiptText } from '#shared/sales/receipt.ts'
import { addPdfFonts, loadPdfFonts, PDF_FONT, type PdfFonts } from '#web/exports/pdf-fonts.ts'

const MM_PER_PT = 25.4 / 72
const LEADING = 1.35

/** Where the next line goes, and how the paper is: everything in millimetres, the size of text in points. */
type Pen = { doc: jsPDF; y: number; left: number; right: number; size: number }

function newPaper(fonts: PdfFonts, width: PaperWidth, height: number): Pen {
  const doc = new jsPDF({ unit: 'mm', format: [width, height], orientation: height > width ? 'portrait' : 'landscape' })
  addPdfFonts(doc, fonts)
  const margin = width === 80 ? 4 : 2.5
  return { doc, y: width === 80 ? 5 : 3, left: margin, right: width - margin, size: width === 80 ? 9.5 : 8 }
}

type Style = { align?: 'left' | 'center' | 'right'; bold?: boolean; scale?: number; indent?: number; room?: number }

/** Writes a text in as many lines as it needs, from `pen.y` downwards; returns where it ends. */
function write(pen: Pen, text: string, style: Style = {}): number {
  const { align = 'left', bold = false, scale = 1, indent = 0 } = style
  const size = pen.size * scale
  const line = size * MM_PER_PT * LEADING
  pen.doc.setFont(PDF_FONT, bold ? 'bold' : 'normal').setFontSize(size)
  const lines = pen.doc.splitTextToSize(text, style.room ?? pen.right - pen.left - indent) as string[]
  const x = align === 'center' ? (pen.left + pen.right) / 2 : align === 'right' ? pen.right : pen.left + indent
  lines.forEach((one, i) => pen.doc.text(one, x, pen.y + line * (i + 0.78), { align }))
  return pen.y + line * lines.length
}

function rule(pen: Pen): void {
  pen.y += 2.5
  pen.doc.setLineWidth(0.3).setLineDashPattern([1, 0.8], 0).line(pen.left, pen.y, pen.right, pen.y)
  pen.y += 1.5
}

/** A label at the left and its value at the right; both may take several lines. */
function pair(pen: Pen, { label, value, isTotal = false }: ReceiptPair): void {
  const style = isTotal ? { bold: true, scale: 1.35 } : {}
  const room = (pen.right - pen.left) * 0.6
  const end = write(pen, label, { ...style, room })
  pen.y = Math.max(end, write(pen, value, { ...style, align: 'right', room })) + (isTotal ? 0.6 : 0)
}

function writeItems(pen: Pen, text: ReceiptText): void {
  for (const item of text.items) {
    const indent = item.isAddOn ? 2.5 : 0
    const room = (pen.right - pen.left) * 0.66 - indent
    write(pen, item.amount, { align: 'right' })
    pen.y = write(pen, `${item.isAddOn ? '+ ' : ''}${item.name}`, { indent, room })
    pen.y = write(pen, item.detail, { indent, room, scale: 0.88 }) + 1.2
  }
}

function writeAll(pen: Pen, text: ReceiptText): void {
  const centred = (line: string, style: Style = {}) => {
    pen.y = write(pen, line, { align: 'center', ...style })
  }
  centred(text.clinic, { bold: true, scale: 1.2 })
  pen.y += 1
  for (const line of text.clinicLines) centred(line)
  pen.y += 2
  centred(text.heading, { bold: true })
  if (text.mark) centred(text.mark, { bold: true, scale: 1.2 })
  if (text.reprint) centred(text.reprint, { bold: true })
  rule(pen)
  for (const fact of text.facts) pair(pen, fact)
  rule(pen)
  writeItems(pen, text)
  rule(pen)
  for (const sum of text.sums) pair(pen, sum)
  pen.y += 4
  centred(text.foot)
}

/** The receipt as a PDF of the roll's width, as long as it needs to be. Manrope, because standard fonts have no ₱. */
export async function receiptPdf(text: ReceiptText, width: PaperWidth): Promise<Blob> {
  const fonts = await loadPdfFonts()
  const draft = newPaper(fonts, width, 3_000)
  writeAll(draft, text)
  const paper = newPaper(fonts, width, Math.ceil(draft.y + 6))
  paper.doc.setProperties({ title: `${text.heading} ${text.facts[0]?.value ?? ''}`, author: text.clinic })
  writeAll(paper, text)
  return paper.doc.output('blob')
}
