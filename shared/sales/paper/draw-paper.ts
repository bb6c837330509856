import {
  addPdfFonts,
  breakEvenly,
  breakLines,
  PDF_FONT,
  printableIn,
  type PdfDocument,
  type PdfFonts,
} from '#shared/lib/pdf-text.ts'
import { paperMessages } from './messages.ts'
import { A5, type PaperItem, type PaperPair, type PaperText, type PaperWidth } from './paper.ts'

const MM_PER_PT = 25.4 / 72

/**
 * The position at which the next line of a document is drawn, with the margins (millimetres) and the text size
 * (points). A line that would end below `bottom` is drawn on the next sheet of paper.
 */
type Pen<Pdf extends PdfDocument = PdfDocument> = {
  doc: Pdf
  y: number
  left: number
  right: number
  top: number
  bottom: number
  size: number
  leading: number
  clean: (text: string) => string
}

/** The clinic's logo as PNG, or null. */
export type Sign = Uint8Array | null

/** The maximum size of a logo in millimetres. */
const SIGN = { height: 12, width: 44 }

/**
 * The lengths and text sizes on each paper width as in `receipt-paper.css`. On A5 the invoice of a few services must
 * fit on one sheet.
 */
const shapes: Record<PaperWidth, { margin: number; top: number; size: number; leading: number }> = {
  80: { margin: 4, top: 5, size: 9.5, leading: 1.35 },
  58: { margin: 2.5, top: 3, size: 8, leading: 1.35 },
  148: { margin: 14, top: 8, size: 8, leading: 1.2 },
}

/** Makes an empty document with sheets of this size in millimetres. */
type NewPdf<Pdf extends PdfDocument> = (format: {
  unit: 'mm'
  format: [number, number]
  orientation: 'portrait' | 'landscape'
}) => Pdf

/** What drawing a document needs: a function that makes an empty PDF, and the fonts. */
type Drawing<Pdf extends PdfDocument> = { newPdf: NewPdf<Pdf>; fonts: PdfFonts }

function newPaper<Pdf extends PdfDocument>(drawing: Drawing<Pdf>, width: PaperWidth, height: number): Pen<Pdf> {
  const orientation = height > width ? 'portrait' : 'landscape'
  const doc = drawing.newPdf({ unit: 'mm', format: [width, height], orientation })
  addPdfFonts(doc, drawing.fonts)
  const { margin, top, size, leading } = shapes[width]
  const edges = { left: margin, right: width - margin, top, bottom: height - top }
  return { doc, y: top, ...edges, size, leading, clean: printableIn(doc) }
}

type Style = {
  align?: 'left' | 'center' | 'right'
  bold?: boolean
  scale?: number
  indent?: number
  room?: number
  /** True for a text whose lines are about equally wide. */
  isEven?: boolean
}

/** Breaks a text into lines that fit the paper, and returns them with their height. */
function linesOf(pen: Pen, text: string, { bold = false, scale = 1, indent = 0, room, isEven = false }: Style) {
  const size = pen.size * scale
  pen.doc.setFont(PDF_FONT, bold ? 'bold' : 'normal').setFontSize(size)
  const widest = room ?? pen.right - pen.left - indent
  const lines = (isEven ? breakEvenly : breakLines)(pen.clean(text), widest, (line) => pen.doc.getTextWidth(line))
  return { lines, height: size * MM_PER_PT * pen.leading }
}

const heightOf = (pen: Pen, text: string, style: Style): number => {
  const { lines, height } = linesOf(pen, text, style)
  return lines.length * height
}

/** Starts the next sheet if `height` millimetres do not fit on the rest of the present one. */
function keepTogether(pen: Pen, height: number): void {
  if (pen.y + height <= pen.bottom || pen.y === pen.top) return
  pen.doc.addPage()
  pen.y = pen.top
}

/** Writes a text downwards from `pen.y`; returns the y position below it. */
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

/** The gap between a label and its value, in millimetres. */
const GAP = 2
/** The share of the paper's width that a value may take. */
const WIDEST_VALUE = 0.6

/** The size of the small print at the foot, as a share of the size of other text. */
const SMALL_PRINT = 0.88

/** The free space above a line to write on, in millimetres, so that there is room for handwriting. */
const BLANK_ROOM = 3

/** Draws a solid line to write on, from `from` to the right edge. */
const drawLine = (pen: Pen, from: number, y: number) =>
  pen.doc.setLineWidth(0.2).setLineDashPattern([], 0).line(from, y, pen.right, y)

/** The width of a text's longest word. */
function wordWidth(pen: Pen, text: string, style: Style): number {
  const words = pen.clean(text).split(' ')
  return Math.max(...words.map((word) => widestLine(pen, linesOf(pen, word, { ...style, room: Infinity }).lines)))
}

const widestLine = (pen: Pen, lines: readonly string[]) =>
  Math.max(0, ...lines.map((line) => pen.doc.getTextWidth(line)))

/**
 * Column widths of a label and its value: the value takes what it needs, up to 60 % of the paper; the label takes the
 * rest, but at least its longest word.
 */
function pairStyles(
  pen: Pen,
  { label, value, isTotal = false }: PaperPair,
  more: Style,
): { label: Style; value: Style } {
  const style = isTotal ? { bold: true, scale: 1.35 } : more
  const whole = pen.right - pen.left
  const most = whole * WIDEST_VALUE
  const besideGap = whole - GAP - (style.indent ?? 0)
  const leastLabel = Math.min(most, wordWidth(pen, label, style))
  const ofValue: Style = { ...style, align: 'right', room: Math.min(most, besideGap - leastLabel) }
  const width = widestLine(pen, linesOf(pen, value, ofValue).lines)
  return { label: { ...style, room: besideGap - width }, value: ofValue }
}

function pairHeight(pen: Pen, pair: PaperPair, more: Style): number {
  const styles = pairStyles(pen, pair, more)
  const height = Math.max(heightOf(pen, pair.label, styles.label), heightOf(pen, pair.value, styles.value))
  return pair.isBlank ? height + BLANK_ROOM : height
}

/**
 * Writes labels on the left and values on the right, each on as many lines as needed. A total is never alone on a
 * sheet.
 */
function writePairs(pen: Pen, pairs: readonly PaperPair[], more: Style = {}): void {
  pairs.forEach((pair, index) => {
    const next = pairs[index + 1]
    keepTogether(pen, pairHeight(pen, pair, more) + (next?.isTotal ? pairHeight(pen, next, more) : 0))
    const styles = pairStyles(pen, pair, more)
    if (pair.isBlank) pen.y += BLANK_ROOM
    const end = write(pen, pair.label, styles.label)
    if (pair.isBlank) drawLine(pen, pen.right - (pen.right - pen.left) * WIDEST_VALUE, end)
    pen.y = Math.max(end, write(pen, pair.value, styles.value)) + (pair.isTotal ? 0.6 : 0)
  })
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
  writePairs(pen, item.deductions ?? [], { indent: indent + 2.5, scale: 0.88 })
  pen.y += 1.2
}

function drawSign({ doc, ...pen }: Pen, sign: Uint8Array): number {
  const { width, height } = doc.getImageProperties(sign)
  const scale = Math.min(SIGN.height / height, SIGN.width / width)
  const [wide, high] = [width * scale, height * scale]
  doc.addImage(sign, 'PNG', (pen.left + pen.right - wide) / 2, pen.y, wide, high, 'sign', 'FAST')
  return pen.y + high + 2
}

type Written = { text: PaperText; sign: Sign }

function writeHead(pen: Pen, { text, sign }: Written, centred: (line: string, style?: Style) => void): void {
  if (sign) pen.y = drawSign(pen, sign)
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
  keepTogether(pen, 18)
  pen.y += 10
  drawLine(pen, pen.left, pen.y)
  pen.y += 1
  centred(label)
}

function writeAll(pen: Pen, { text, sign }: Written): void {
  const centred = (line: string, style: Style = {}) => {
    keepTogether(pen, heightOf(pen, line, style))
    pen.y = write(pen, line, { align: 'center', ...style })
  }
  writeHead(pen, { text, sign }, centred)
  rule(pen)
  writePairs(pen, text.facts)
  if (text.items.length > 0) rule(pen)
  for (const item of text.items) writeItem(pen, item)
  if (text.sums.length > 0) rule(pen)
  writePairs(pen, text.sums)
  for (const part of text.parts ?? []) {
    keepTogether(pen, 18)
    pen.y += 3
    pen.y = write(pen, part.heading, { bold: true })
    rule(pen)
    writePairs(pen, part.pairs)
  }
  for (const label of text.signatures ?? []) writeSignature(pen, label, centred)
  pen.y += 4
  for (const notice of text.notices ?? []) {
    centred(notice, { bold: true, isEven: true })
    pen.y += 1
  }
  for (const line of text.smallPrint ?? []) centred(line, { isEven: true, scale: SMALL_PRINT })
  if (text.foot !== '') centred(text.foot, { isEven: true })
}

/** Numbers the sheets and names the document on each, so that a single one can be identified. */
function countSheets({ doc, size, ...pen }: Pen, title: string): void {
  const sheets = doc.getNumberOfPages()
  if (sheets === 1) return
  doc.setFont(PDF_FONT, 'normal').setFontSize(size * 0.88)
  for (let sheet = 1; sheet <= sheets; sheet++) {
    doc.setPage(sheet)
    const middle = { x: (pen.left + pen.right) / 2, y: pen.bottom + pen.top * 0.55 }
    doc.text(pen.clean(paperMessages.sheet(title, sheet, sheets)), middle.x, middle.y, { align: 'center' })
  }
}

/** A roll gets the length of its content; sheets have a fixed size. */
function paperOf<Pdf extends PdfDocument>(drawing: Drawing<Pdf>, written: Written, width: PaperWidth): Pen<Pdf> {
  if (width === A5.width) return newPaper(drawing, width, A5.height)
  const draft = newPaper(drawing, width, 3_000)
  writeAll(draft, written)
  return newPaper(drawing, width, Math.ceil(draft.y + 6))
}

/** Draws a document or reading as a PDF, in Manrope, because standard fonts lack the ₱. */
export function drawPaper<Pdf extends PdfDocument>(
  drawing: Drawing<Pdf>,
  text: PaperText,
  width: PaperWidth,
  sign: Sign = null,
): Pdf {
  const paper = paperOf(drawing, { text, sign }, width)
  // A roll is as long as its measured content, so no text may go to a second page.
  if (width !== A5.width) paper.bottom = Infinity
  const title = `${text.heading} ${text.number ?? text.facts[0]?.value ?? ''}`.trim()
  paper.doc.setProperties({ title, author: text.clinic })
  writeAll(paper, { text, sign })
  countSheets(paper, title)
  return paper.doc
}
