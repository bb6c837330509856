import { jsPDF } from 'jspdf'
import type { SignedForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { bodyAreas } from '#shared/lib/body-maps.ts'
import { addPdfFonts, breakLines, PDF_FONT, printableIn, type PdfFonts } from '#web/exports/pdf-text.ts'
import { outlineLines } from '#web/ui/outline-lines.ts'
import { copyParts, type CopyPart, type DrawnStroke } from './answer-text.ts'
import { copyFacts } from './copy-facts.ts'

const PAGE = { width: 210, height: 297, side: 18, top: 18, bottom: 22 }
const INNER = PAGE.width - 2 * PAGE.side
const INK = '#11252a'
const QUIET = '#5f6f73'
const LINE = '#d5dedc'
const DANGER = '#b3261e'
const MM_PER_POINT = 25.4 / 72
const LINE_HEIGHT = 1.4
/** The boxes in which people sign and draw, in millimetres: as on the screen, so that nothing is stretched. */
const BOXES = {
  signature: { width: 80, height: 32 },
  initials: { width: 40, height: 20 },
  drawing: { width: 80, height: 80 },
}
const OUTLINE = '#9aa6a9'

type StrokesPart = Extract<CopyPart, { kind: 'strokes' }>
type Paper = { doc: jsPDF; clean: (text: string) => string; y: number }
type Style = { size: number; color?: string; bold?: boolean; gap?: number }

/** Begins a new page if less than `height` is left on this one. */
function makeRoom(paper: Paper, height: number): void {
  if (paper.y + height <= PAGE.height - PAGE.bottom) return
  paper.doc.addPage()
  paper.y = PAGE.top
}

/** Writes a text with its line breaks, over as many lines and pages as it needs. */
function write(paper: Paper, text: string, { size, color = INK, bold = false, gap = 0 }: Style): void {
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

type Box = { width: number; height: number }

/** Draws lines, whose points lie in a square of 1000 units, into a box at the present place of the page. */
function drawLines({ doc, y }: Paper, lines: readonly DrawnStroke[], box: Box): void {
  doc.setLineCap('round').setLineJoin('round')
  const at = ([x, down]: DrawnStroke[number]): [number, number] => [
    PAGE.side + (x / 1000) * box.width,
    y + (down / 1000) * box.height,
  ]
  for (const line of lines) {
    const [first, ...others] = line.map(at)
    if (!first) continue
    if (others.length === 0) doc.line(...first, first[0] + 0.1, first[1])
    let from = first
    for (const to of others) {
      doc.line(...from, ...to)
      from = to
    }
  }
}

/** Draws the outline of a face or body, and a ring around the centre of each marked area. */
function drawOutline(paper: Paper, { map, areas }: StrokesPart, box: Box): void {
  if (map === null) return
  const { main, fine } = outlineLines(map)
  paper.doc.setDrawColor(OUTLINE).setLineWidth(0.25)
  drawLines(paper, fine, box)
  paper.doc.setLineWidth(0.4)
  drawLines(paper, main, box)
  paper.doc.setDrawColor(DANGER)
  for (const { x, y } of bodyAreas[map].filter(({ name }) => areas.includes(name)))
    paper.doc.circle(PAGE.side + (x / 1000) * box.width, paper.y + (y / 1000) * box.height, 2)
}

/** Draws a signature or drawing in a thin frame, above what was under it on the screen. */
function drawStrokes(paper: Paper, part: StrokesPart): void {
  const box = BOXES[part.box]
  makeRoom(paper, box.height + 4)
  paper.doc.setDrawColor(LINE).setLineWidth(0.2).rect(PAGE.side, paper.y, box.width, box.height)
  drawOutline(paper, part, box)
  paper.doc.setDrawColor(INK).setLineWidth(0.5)
  drawLines(paper, part.strokes, box)
  paper.y += box.height + 4
}

function writePart(paper: Paper, part: CopyPart): void {
  if (part.kind === 'heading') {
    paper.y += 3
    // A heading stays with the lines below it.
    makeRoom(paper, 20)
    return write(paper, part.text, { size: 13, bold: true, gap: 1.5 })
  }
  if (part.kind === 'paragraph') return write(paper, part.text, { size: 10, gap: 3 })
  // The question stays on the page of its signature or drawing.
  makeRoom(paper, part.kind === 'strokes' ? BOXES[part.box].height + 18 : 14)
  write(paper, part.label, { size: 10, bold: true, gap: 0.5 })
  if (part.kind === 'answer') {
    if (part.hint !== '') write(paper, part.hint, { size: 8.5, color: QUIET, gap: 0.5 })
    return write(paper, part.text, { size: 10, gap: 3 })
  }
  if (part.text !== '') write(paper, part.text, { size: 10, gap: 1 })
  drawStrokes(paper, part)
}

/** The facts at the end: who signed, when, where and on what, and the fingerprint of the copy. */
function writeFacts(paper: Paper, copy: SignedForm): void {
  makeRoom(paper, 50)
  paper.y += 3
  paper.doc
    .setDrawColor(LINE)
    .setLineWidth(0.3)
    .line(PAGE.side, paper.y, PAGE.width - PAGE.side, paper.y)
  paper.y += 4
  for (const [name, value] of copyFacts(copy)) write(paper, `${name}: ${value}`, { size: 8.5, color: QUIET, gap: 0.4 })
  paper.y += 2
  const verdict = copy.is_unaltered ? s.unaltered : s.altered
  write(paper, verdict, { size: 8.5, bold: true, color: copy.is_unaltered ? QUIET : DANGER })
}

function writeFeet({ doc, clean }: Paper, foot: string): void {
  const count = doc.getNumberOfPages()
  const y = PAGE.height - 12
  for (let page = 1; page <= count; page++) {
    doc.setPage(page).setFont(PDF_FONT, 'normal').setFontSize(7.5).setTextColor(QUIET)
    doc.text(clean(foot), PAGE.side, y)
    doc.text(clean(s.pageOf(page, count)), PAGE.width - PAGE.side, y, { align: 'right' })
  }
}

/** Makes the PDF of a signed copy: its words, answers, drawings and signatures, and the facts of the signing. */
export function signedFormPdf(copy: SignedForm, clinic: string, fonts: PdfFonts): ArrayBuffer {
  const doc = new jsPDF({ unit: 'mm', format: [PAGE.width, PAGE.height], compress: true })
  addPdfFonts(doc, fonts)
  doc.setProperties({ title: copy.title, author: clinic })
  const paper: Paper = { doc, clean: printableIn(doc), y: PAGE.top }
  write(paper, clinic, { size: 10, color: QUIET, gap: 1 })
  write(paper, copy.title, { size: 20, bold: true, gap: 2 })
  for (const part of copyParts(copy)) writePart(paper, part)
  writeFacts(paper, copy)
  writeFeet(paper, `${clinic} · ${copy.title} · ${copy.client_name}`)
  return doc.output('arraybuffer')
}
