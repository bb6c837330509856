import { jsPDF } from 'jspdf'
import { A5, type PaperItem, type PaperPair, type PaperText, type PaperWidth } from '#shared/sales/paper/paper.ts'
import { addPdfFonts, loadPdfFonts, PDF_FONT, type PdfFonts } from '#web/exports/pdf-fonts.ts'

const MM_PER_PT = 25.4 / 72
const LEADING = 1.35

/**
 * Where the next line goes, and how the paper is: everything in millimetres, the size of text in points. What does not fit
 * above `bottom` stands on the next sheet.
 */
type Pen = { doc: jsPDF; y: number; left: number; right: number; top: number; bottom: number; size: number }

const shapes: Record<PaperWidth, { margin: number; top: number; size: number }> = {
  80: { margin: 4, top: 5, size: 9.5 },
  58: { margin: 2.5, top: 3, size: 8 },
  148: { margin: 14, top: 10, size: 9.5 },
}

function newPaper(fonts: PdfFonts, width: PaperWidth, height: number): Pen {
  const doc = new jsPDF({ unit: 'mm', format: [width, height], orientation: height > width ? 'portrait' : 'landscape' })
  addPdfFonts(doc, fonts)
  const { margin, top, size } = shapes[width]
  return { doc, y: top, left: margin, right: width - margin, top, bottom: height - top, size }
}

type Style = { align?: 'left' | 'center' | 'right'; bold?: boolean; scale?: number; indent?: number; room?: number }

/** A text in as many lines as it needs, and how high each of them is. */
function linesOf(pen: Pen, text: string, { bold = false, scale = 1, indent = 0, room }: Style) {
  const size = pen.size * scale
  pen.doc.setFont(PDF_FONT, bold ? 'bold' : 'normal').setFontSize(size)
  const lines = pen.doc.splitTextToSize(text, room ?? pen.right - pen.left - indent) as string[]
  return { lines, height: size * MM_PER_PT * LEADING }
}

const heightOf = (pen: Pen, text: string, style: Style): number => {
  const { lines, height } = linesOf(pen, text, style)
  return lines.length * height
}

/** Goes on on the next sheet where so many millimetres do not fit on this one. */
function keepTogether(pen: Pen, height: number): void {
  if (pen.y + height <= pen.bottom || pen.y === pen.top) return
  pen.doc.addPage()
  pen.y = pen.top
}

/** Writes a text from `pen.y` downwards; returns where it ends. */
function write(pen: Pen, text: string, style: Style = {}): number {
  const { align = 'left', indent = 0 } = style
  const { lines, height } = linesOf(pen, text, style)
  const x = align === 'center' ? (pen.left + pen.right) / 2 : align === 'right' ? pen.right : pen.left + indent
  lines.forEach((one, i) => pen.doc.text(one, x, pen.y + height * (i + 0.78), { align }))
  return pen.y + height * lines.length
}

function rule(pen: Pen): void {
  keepTogether(pen, 12)
  pen.y += 2.5
  pen.doc.setLineWidth(0.3).setLineDashPattern([1, 0.8], 0).line(pen.left, pen.y, pen.right, pen.y)
  pen.y += 1.5
}

/** A label at the left and its value at the right; both may take several lines. */
function pair(pen: Pen, { label, value, isTotal = false }: PaperPair, more: Style = {}): void {
  const style = isTotal ? { bold: true, scale: 1.35 } : more
  const room = (pen.right - pen.left) * 0.6
  const [left, right] = [{ ...style, room: room - (style.indent ?? 0) }, { ...style, align: 'right', room } as const]
  keepTogether(pen, Math.max(heightOf(pen, label, left), heightOf(pen, value, right)))
  const end = write(pen, label, left)
  pen.y = Math.max(end, write(pen, value, right)) + (isTotal ? 0.6 : 0)
}

function writeItem(pen: Pen, item: PaperItem): void {
  const indent = item.isAddOn ? 2.5 : 0
  const room = (pen.right - pen.left) * 0.66 - indent
  const name = `${item.isAddOn ? '+ ' : ''}${item.name}`
  const detail = { indent, room, scale: 0.88 }
  keepTogether(pen, heightOf(pen, name, { indent, room }) + heightOf(pen, item.detail, detail))
  write(pen, item.amount, { align: 'right' })
  pen.y = write(pen, name, { indent, room })
  if (item.detail !== '') pen.y = write(pen, item.detail, detail)
  for (const deduction of item.deductions ?? []) pair(pen, deduction, { indent: indent + 2.5, scale: 0.88 })
  pen.y += 1.2
}

function writeHead(pen: Pen, text: PaperText, centred: (line: string, style?: Style) => void): void {
  centred(text.clinic, { bold: true, scale: 1.2 })
  pen.y += 1
  for (const line of text.clinicLines) centred(line)
  pen.y += 2
  centred(text.heading, { bold: true })
  if (text.number) centred(text.number, { bold: true, scale: 1.35 })
  if (text.mark) centred(text.mark, { bold: true, scale: 1.2 })
  if (text.reprint) centred(text.reprint, { bold: true })
}

function writeSignature(pen: Pen, label: string, centred: (line: string) => void): void {
  keepTogether(pen, 20)
  pen.y += 12
  pen.doc.setLineWidth(0.3).setLineDashPattern([], 0).line(pen.left, pen.y, pen.right, pen.y)
  pen.y += 1
  centred(label)
}

function writeAll(pen: Pen, text: PaperText): void {
  const centred = (line: string, style: Style = {}) => {
    keepTogether(pen, heightOf(pen, line, style))
    pen.y = write(pen, line, { align: 'center', ...style })
  }
  writeHead(pen, text, centred)
  rule(pen)
  for (const fact of text.facts) pair(pen, fact)
  if (text.items.length > 0) rule(pen)
  for (const item of text.items) writeItem(pen, item)
  if (text.sums.length > 0) rule(pen)
  for (const sum of text.sums) pair(pen, sum)
  for (const part of text.parts ?? []) {
    keepTogether(pen, 18)
    pen.y += 3
    pen.y = write(pen, part.heading, { bold: true })
    rule(pen)
    for (const one of part.pairs) pair(pen, one)
  }
  for (const label of text.signatures ?? []) writeSignature(pen, label, centred)
  pen.y += 4
  for (const notice of text.notices ?? []) centred(notice, { bold: true })
  for (const line of text.smallPrint ?? []) centred(line)
  if (text.foot !== '') centred(text.foot)
}

/** On a roll the paper is as long as it needs to be; on sheets there are as many as it needs. */
function paperOf(text: PaperText, width: PaperWidth, fonts: PdfFonts): Pen {
  if (width === A5.width) return newPaper(fonts, width, A5.height)
  const draft = newPaper(fonts, width, 3_000)
  writeAll(draft, text)
  return newPaper(fonts, width, Math.ceil(draft.y + 6))
}

/** A document or a reading as a PDF of its paper. Manrope, because standard fonts have no ₱. */
export function drawPaper(text: PaperText, width: PaperWidth, fonts: PdfFonts): jsPDF {
  const paper = paperOf(text, width, fonts)
  // What was measured to the end of a roll stands on one piece of it.
  if (width !== A5.width) paper.bottom = Infinity
  paper.doc.setProperties({
    title: `${text.heading} ${text.number ?? text.facts[0]?.value ?? ''}`,
    author: text.clinic,
  })
  writeAll(paper, text)
  return paper.doc
}

export async function receiptPdf(text: PaperText, width: PaperWidth): Promise<Blob> {
  return drawPaper(text, width, await loadPdfFonts()).output('blob')
}
