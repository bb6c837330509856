import type { SignedForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { bodyAreas } from '#shared/lib/body-maps.ts'
import {
  drawLine,
  INK,
  LINE,
  makeRoom,
  newPaper,
  PAGE,
  QUIET,
  write,
  writeFeet,
  type Paper,
} from '#web/exports/pdf-paper.ts'
import type { PdfFonts } from '#shared/lib/pdf-text.ts'
import { outlineLines } from '#web/ui/outline-lines.ts'
import { copyParts, type CopyPart, type DrawnStroke } from './answer-text.ts'
import { copyFacts } from './copy-facts.ts'

const DANGER = '#b3261e'
/** The boxes in which people sign and draw, in millimetres: as on the screen, so that nothing is stretched. */
const BOXES = {
  signature: { width: 80, height: 32 },
  initials: { width: 40, height: 20 },
  drawing: { width: 80, height: 80 },
}
const OUTLINE = '#9aa6a9'

type StrokesPart = Extract<CopyPart, { kind: 'strokes' }>
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

/** Draws a signature, or a drawing over the outline of a face or body, in a thin frame. */
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
    // Makes room also for a few lines below the heading, so that it is not the last line of a page.
    makeRoom(paper, 20)
    return write(paper, part.text, { size: 13, bold: true, gap: 1.5 })
  }
  if (part.kind === 'paragraph') return write(paper, part.text, { size: 10, gap: 3 })
  // A signature or drawing must be on the same page as its question, so room is made for both.
  makeRoom(paper, part.kind === 'strokes' ? BOXES[part.box].height + 18 : 14)
  write(paper, part.label, { size: 10, bold: true, gap: 0.5 })
  if (part.kind === 'answer') {
    if (part.hint !== '') write(paper, part.hint, { size: 8.5, color: QUIET, gap: 0.5 })
    return write(paper, part.text, { size: 10, gap: 3 })
  }
  if (part.text !== '') write(paper, part.text, { size: 10, gap: 1 })
  drawStrokes(paper, part)
}

/** The facts at the end: who signed, when, where and on what, and the fingerprint of the signed copy. */
function writeFacts(paper: Paper, copy: SignedForm): void {
  makeRoom(paper, 50)
  drawLine(paper)
  for (const [name, value] of copyFacts(copy)) write(paper, `${name}: ${value}`, { size: 8.5, color: QUIET, gap: 0.4 })
  paper.y += 2
  const verdict = copy.is_unaltered ? s.unaltered : s.altered
  write(paper, verdict, { size: 8.5, bold: true, color: copy.is_unaltered ? QUIET : DANGER })
}

/** Writes a signed copy without its title: words, answers, drawings and signatures, and the facts of the signing. */
export function writeCopy(paper: Paper, copy: SignedForm): void {
  for (const part of copyParts(copy)) writePart(paper, part)
  writeFacts(paper, copy)
}

/** Makes the PDF of a signed copy. */
export function signedFormPdf(copy: SignedForm, clinic: string, fonts: PdfFonts): ArrayBuffer {
  const paper = newPaper({ title: copy.title, author: clinic }, fonts)
  write(paper, clinic, { size: 10, color: QUIET, gap: 1 })
  write(paper, copy.title, { size: 20, bold: true, gap: 2 })
  writeCopy(paper, copy)
  writeFeet(paper, `${clinic} · ${copy.title} · ${copy.client_name}`)
  return paper.doc.output('arraybuffer')
}
