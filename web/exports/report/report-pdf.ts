import { jsPDF } from 'jspdf'
import { autoTable, type RowInput, type UserOptions } from 'jspdf-autotable'
import { exportMessages as s } from '#shared/lib/messages.ts'
import { formatMonth, formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber, formatPercent } from '#shared/lib/numbers.ts'
import { addPdfFonts, PDF_FONT, type PdfFonts, breakLines, printableIn } from '#shared/lib/pdf-text.ts'
import { TABLE_WIDTHS, type BuildProgress, type CellKind, type Report, type ReportColumn } from './report.ts'

/** The page's margins above and below in millimetres. */
const EDGE = { top: 16, bottom: 20 }
type Page = {
  width: number
  height: number
  side: number
  left: number
  right: number
  inner: number
  /** The size of a cell's text in points. */
  textSize: number
  /** The space in millimetres between the text of a cell and each edge of the cell. */
  padding: number
}
type Cells = Pick<Page, 'textSize' | 'padding'>
const usual: Cells = { textSize: 8.5, padding: 1.5 }
const pageOf = (width: number, height: number, inner: number, cells: Cells): Page => {
  const side = (width - inner) / 2
  return { width, height, side, left: side, right: width - side, inner, ...cells }
}
const pages = {
  upright: pageOf(210, 297, TABLE_WIDTHS.upright, usual),
  wide: pageOf(297, 210, TABLE_WIDTHS.wide, usual),
  large: pageOf(420, 297, TABLE_WIDTHS.large, { textSize: 6, padding: 1 }),
}
const LINE_HEIGHT_FACTOR = 1.35
/** The number of rows that are laid out before the progress is reported. */
const CHUNK = 200

const ink = '#11252a'
const quiet = '#5f6f73'
const line = '#e5ded9'
const soft = '#f8f2ee'
const primary = '#055559'

/** The lines of each column heading, and the height of the row of headings in millimetres. */
type Head = { lines: string[][]; height: number }
type Paper = { doc: jsPDF; report: Report; page: Page; widths: number[]; head: Head; clean: (text: string) => string }

/** The height in millimetres of a line of text of `size` points. */
const lineHeight = (size: number): number => size * LINE_HEIGHT_FACTOR * (25.4 / 72)

const formats: Record<CellKind, (text: string) => string> = {
  text: (text) => text,
  amount: (text) => formatPeso(toCentavos(Number(text))),
  count: (text) => formatNumber(Number(text)),
  decimal: (text) => formatNumber(Number(text)),
  percent: (text) => formatPercent(Number(text)),
  date: formatShortDate,
  month: formatMonth,
  time: formatTime,
  moment: (text) => `${formatShortDate(text.slice(0, 10))}, ${formatTime(text.slice(11))}`,
}

/** The text that the PDF shows for a cell of the export. */
const formatCell = (kind: CellKind, text: string): string => (text === '' ? '' : formats[kind](text))

function widthsOf(columns: readonly ReportColumn[], inner: number): number[] {
  const taken = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  return columns.map(({ width }) => width ?? inner - taken)
}

/** Breaks column headings that are wider than their columns, so that none runs into the next one. */
function headOf(doc: jsPDF, { columns }: Report, { textSize, padding }: Page, widths: readonly number[]): Head {
  doc.setFont(PDF_FONT, 'bold').setFontSize(textSize)
  const lines = columns.map(({ header }, i) =>
    breakLines(header, widths[i]! - 2 * padding, (part) => doc.getTextWidth(part)),
  )
  const most = Math.max(...lines.map(({ length }) => length))
  return { lines, height: lineHeight(textSize) * most + 4 }
}

function newPaper(report: Report, fonts: PdfFonts): Paper {
  const page = pages[report.layout ?? 'upright']
  const orientation = page.width > page.height ? 'landscape' : 'portrait'
  const doc = new jsPDF({ unit: 'mm', format: [page.width, page.height], orientation, compress: true })
  addPdfFonts(doc, fonts)
  doc.setProperties({ title: report.title, author: report.clinic.name })
  doc.setLineCap('butt')
  const widths = widthsOf(report.columns, page.inner)
  return { doc, report, page, widths, head: headOf(doc, report, page, widths), clean: printableIn(doc) }
}

type Style = { size: number; color?: string; bold?: boolean; right?: boolean }

/** Writes a text on as many lines as needed; returns their height. */
function write({ doc, clean, page }: Paper, text: string, x: number, y: number, style: Style): number {
  const { size, color = ink, bold = false, right = false } = style
  doc
    .setFont(PDF_FONT, bold ? 'bold' : 'normal')
    .setFontSize(size)
    .setTextColor(color)
  const lines = breakLines(clean(text), page.inner, (part) => doc.getTextWidth(part))
  doc.text(lines, x, y, { align: right ? 'right' : 'left', baseline: 'top', lineHeightFactor: LINE_HEIGHT_FACTOR })
  return lines.length * lineHeight(size)
}

/** Writes the report's title, facts and figures. Returns the top of the table. */
function writeOpening(paper: Paper, total: readonly string[]): number {
  const { doc, report, page } = paper
  let y = EDGE.top
  const add = (text: string, style: Style, gap = 0) => {
    y += write(paper, text, page.left, y, style) + gap
  }
  add(report.clinic.name, { size: 11, bold: true }, 0.4)
  for (const text of report.clinic.lines) add(text, { size: 8.5, color: quiet })
  y += 3.5
  doc.setDrawColor(primary).setLineWidth(0.7).line(page.left, y, page.right, y)
  y += 6
  add(report.title, { size: 20, bold: true, color: primary }, 1.2)
  for (const text of report.facts) add(text, { size: 9, color: quiet })
  y += 4
  return writeFigures(paper, total, y)
}

const amountOf = ({ columns }: Report, total: readonly string[]) => {
  const column = columns.find(({ kind }) => kind === 'amount')
  return column && formatCell('amount', total[column.cell] ?? '')
}

type Figure = { label: string; value: string }

/** The totals above the table of a report, from the total row of the export. */
function figuresOf(report: Report, total: readonly string[]): Figure[] {
  if (report.sums)
    return report.sums.map(({ header, kind, cell }) => ({ label: header, value: formatCell(kind, total[cell] ?? '') }))
  const amount = amountOf(report, total)
  return [
    { label: s.total, value: total[1] ?? '' },
    ...(amount !== undefined && report.sumLabel ? [{ label: report.sumLabel, value: amount }] : []),
  ]
}

/** Writes the totals of the whole list on a tinted background. Returns where the table begins. */
function writeFigures(paper: Paper, total: readonly string[], y: number): number {
  const { doc, report, page } = paper
  const figures = figuresOf(report, total)
  if (figures.length === 0) return y
  doc.setFillColor(soft).roundedRect(page.left, y, page.inner, 16.5, 2, 2, 'F')
  figures.forEach(({ label, value }, index) => {
    const x = index === 0 ? page.left + 5 : page.left + page.inner / 2
    write(paper, label, x, y + 3.4, { size: 8, color: quiet })
    write(paper, value, x, y + 7.6, { size: 13, bold: true })
  })
  return y + 16.5 + 5
}

const isRight = ({ kind }: ReportColumn) => ['amount', 'count', 'decimal', 'percent'].includes(kind)

/** Draws the column headings at the top of each page. */
function drawHead(paper: Paper, top: number): void {
  const { doc, report, page, widths, head } = paper
  doc.setDrawColor(ink).setLineWidth(0.3)
  const bottom = top + head.height - 0.6
  let x = page.left
  report.columns.forEach((column, i) => {
    const width = widths[i]!
    const right = isRight(column)
    head.lines[i]!.toReversed().forEach((text, fromBelow) =>
      write(
        paper,
        text,
        right ? x + width - page.padding : x + page.padding,
        bottom - 1.4 - lineHeight(page.textSize) * (fromBelow + 1),
        {
          size: page.textSize,
          bold: true,
          right,
        },
      ),
    )
    x += width
  })
  doc.line(page.left, bottom, page.right, bottom)
}

function tableOptions(paper: Paper, startY: number, body: RowInput[]): UserOptions {
  const right = 'right' as const
  const { page } = paper
  return {
    startY,
    body,
    theme: 'plain',
    showHead: 'never',
    rowPageBreak: 'avoid',
    tableWidth: page.inner,
    margin: { left: page.side, right: page.side, top: EDGE.top + paper.head.height, bottom: EDGE.bottom },
    styles: {
      font: PDF_FONT,
      fontSize: page.textSize,
      textColor: ink,
      cellPadding: page.padding,
      lineColor: line,
      lineWidth: { bottom: 0.2 },
      overflow: 'linebreak',
    },
    columnStyles: Object.fromEntries(
      paper.report.columns.map((column, i) => [
        i,
        { cellWidth: paper.widths[i]!, ...(isRight(column) && { halign: right }) },
      ]),
    ),
    willDrawPage: ({ pageNumber }) => {
      if (pageNumber > 1) drawHead(paper, EDGE.top)
    },
  }
}

/**
 * Splits the text of a cell into lines. The table library could do this too, but would leave single letters of long
 * words.
 */
function linesOf({ doc, clean, widths, page }: Paper, column: number, text: string): string | string[] {
  const cleaned = clean(text)
  const room = widths[column]! - 2 * page.padding
  doc.setFont(PDF_FONT, 'normal').setFontSize(page.textSize)
  const isTooLong = (word: string) => word.length > 8 && doc.getTextWidth(word) > room
  if (!cleaned.split(' ').some(isTooLong)) return cleaned
  return breakLines(cleaned, room, (part) => doc.getTextWidth(part))
}

/** Lays out rows from `y` over as many pages as needed; returns where they end. */
function addRows(paper: Paper, y: number, body: RowInput[]): number {
  autoTable(paper.doc, tableOptions(paper, y, body))
  return (paper.doc as unknown as { lastAutoTable: { finalY: number } }).lastAutoTable.finalY
}

function totalRow({ report }: Paper, total: readonly string[]): RowInput {
  const amount = amountOf(report, total)
  const styles = { fontStyle: 'bold', fillColor: soft, lineColor: ink, lineWidth: { top: 0.4 } } as const
  if (report.sums)
    return report.columns.map((column, index) => ({
      content: index === 0 ? (total[0] ?? '') : formatCell(column.kind, total[column.cell] ?? ''),
      styles: { ...styles, ...(isRight(column) && { halign: 'right' as const }) },
    }))
  const words = `${total[0]}: ${total[1]}`
  const { length } = report.columns
  if (amount === undefined) return [{ content: words, colSpan: length, styles }]
  return [
    { content: words, colSpan: length - 1, styles },
    { content: amount, styles: { ...styles, halign: 'right' } },
  ]
}

function writeFeet(paper: Paper): void {
  const { doc, report, page } = paper
  const count = doc.getNumberOfPages()
  const y = page.height - 12
  for (let number = 1; number <= count; number++) {
    doc.setPage(number)
    doc
      .setDrawColor(line)
      .setLineWidth(0.2)
      .line(page.left, y - 2, page.right, y - 2)
    write(paper, `${report.clinic.name} · ${report.title}`, page.left, y, { size: 7.5, color: quiet })
    write(paper, s.pageOf(number, count), page.right, y, { size: 7.5, color: quiet, right: true })
  }
}

/**
 * Creates the PDF. `rows` are those of the export: heading first, totals last. Takes seconds for thousands of rows, so
 * call it in a worker.
 */
export function reportPdf(report: Report, rows: string[][], fonts: PdfFonts, onProgress: BuildProgress): ArrayBuffer {
  const body = rows.slice(1, -1)
  const total = rows.at(-1) ?? []
  const paper = newPaper(report, fonts)
  const top = writeOpening(paper, total)
  drawHead(paper, top)
  let y = top + paper.head.height
  for (let from = 0; from < body.length; from += CHUNK) {
    onProgress(from, body.length)
    const cells = body
      .slice(from, from + CHUNK)
      .map((row) =>
        report.columns.map((column, index) => linesOf(paper, index, formatCell(column.kind, row[column.cell] ?? ''))),
      )
    y = addRows(paper, y, cells)
  }
  addRows(paper, y, [totalRow(paper, total)])
  onProgress(body.length, body.length)
  writeFeet(paper)
  return paper.doc.output('arraybuffer')
}
