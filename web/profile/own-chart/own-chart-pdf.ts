import { alertMessages } from '#shared/alerts/messages.ts'
import { clientCardMessages as cardWords } from '#shared/client-cards/messages.ts'
import { formatDate, formatInstant, formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import type { OwnChart, OwnPhoto } from '#shared/profile/own-chart-contract.ts'
import { ownChartMessages as s } from '#shared/profile/own-chart-messages.ts'
import { noteScreenMessages as noteWords } from '#shared/treatment-notes/screen-messages.ts'
import { treatmentPlanMessages as planWords } from '#shared/treatment-plans/messages.ts'
import { angleText, dateText } from '#web/chart-photos/photo-address.ts'
import { INNER, LINE, makeRoom, newPaper, PAGE, QUIET, write, writeFeet, type Paper } from '#web/exports/pdf-paper.ts'
import { breakLines, PDF_FONT, type PdfFonts } from '#shared/lib/pdf-text.ts'
import { writeCopy } from '#web/forms/filling/signed-form-pdf.ts'
import { notePartsOf, pinLinesOf } from '#web/treatment-notes/note-words.ts'

/** A photo as a JPEG, because a PDF cannot contain WebP; null if its file is missing. */
export type ChartPicture = { jpeg: string; width: number; height: number } | null

/** The space between the two photos of a row, in millimetres. */
const GAP = 8
const PHOTO = { width: (INNER - GAP) / 2, height: 104, caption: 14 }

const heading = (paper: Paper, title: string) => {
  paper.y += 6
  // Starts a new page if a heading and the first lines below do not fit.
  makeRoom(paper, 30)
  write(paper, title, { size: 16, bold: true, gap: 2 })
}
const item = (paper: Paper, title: string) => {
  makeRoom(paper, 20)
  write(paper, title, { size: 12, bold: true, gap: 0.5 })
}
const line = (paper: Paper, text: string) => write(paper, text, { size: 10, gap: 0.5 })
const quiet = (paper: Paper, text: string) => write(paper, text, { size: 9, color: QUIET, gap: 0.5 })

function writeCard(paper: Paper, { card }: OwnChart): void {
  heading(paper, s.card)
  const emergency = [card.emergency_name, card.emergency_number].filter((part) => part !== null).join(', ')
  const facts: [string, string | null][] = [
    [cardWords.birthDate, card.birth_date && formatDate(card.birth_date)],
    [cardWords.sex, card.sex && cardWords.sexes[card.sex]],
    [cardWords.address, card.address],
    [cardWords.emergency, emergency],
    [cardWords.referredBy, card.referred_by],
    [cardWords.tags, card.tags.join(', ')],
  ]
  for (const [name, value] of facts) line(paper, `${name}: ${value || cardWords.nothing}`)
}

function writeAlerts(paper: Paper, { alerts }: OwnChart): void {
  heading(paper, s.alerts)
  if (alerts.length === 0) line(paper, s.none)
  for (const { kind, text, treatments, added, ended } of alerts) {
    const name = alertMessages.kinds[kind]
    const time = [s.since(dayOf(added.at)), ...(ended === null ? [] : [s.until(dayOf(ended.at))])].join(', ')
    item(paper, text === null ? name : alertMessages.withText(name, text))
    if (treatments.length > 0) line(paper, alertMessages.against(treatments.map((one) => one.name).join(', ')))
    quiet(paper, time)
    paper.y += 2
  }
}

const dayOf = (instant: string) => formatShortDate(manilaDate(new Date(instant)))

function writeForms(paper: Paper, { forms }: OwnChart): void {
  heading(paper, s.forms)
  if (forms.length === 0) line(paper, s.none)
  for (const copy of forms) {
    item(paper, copy.title)
    writeCopy(paper, copy)
    paper.y += 6
  }
}

function writeNotes(paper: Paper, { notes }: OwnChart): void {
  heading(paper, s.notes)
  if (notes.length === 0) line(paper, s.none)
  for (const { date, service_name, practitioner_name, note } of notes) {
    item(paper, s.visit(formatDate(date), service_name))
    quiet(paper, practitioner_name === null ? note.template.name : s.template(note.template.name, practitioner_name))
    const pins = pinLinesOf(note.content)
    const parts = notePartsOf(note)
    if (note.content.pins.length > 0) parts.unshift({ title: noteWords.pins, lines: pins })
    for (const part of parts) {
      makeRoom(paper, 12)
      write(paper, part.title, { size: 10, bold: true, gap: 0.3 })
      for (const text of part.lines) line(paper, text)
    }
    const { signed } = note
    quiet(paper, signed ? noteWords.signedBy(signed.by, formatInstant(new Date(signed.at))) : noteWords.notSigned)
    for (const { text, added_at, added_by } of note.additions) {
      const when = noteWords.addedBy(added_by, formatInstant(new Date(added_at)))
      write(paper, `${noteWords.addition} · ${when}`, { size: 10, bold: true, gap: 0.3 })
      line(paper, text)
    }
    paper.y += 4
  }
}

function writePlans(paper: Paper, { plans }: OwnChart): void {
  heading(paper, s.plans)
  if (plans.length === 0) line(paper, s.none)
  for (const plan of plans) {
    item(paper, plan.service_name)
    const progress = planWords.progress(plan.done, plan.sessions)
    const interval = planWords.interval(plan.interval_count, plan.interval_unit)
    line(paper, [planWords.states[plan.state], progress, interval].join(' · '))
    if (plan.goal !== null) line(paper, s.goal(plan.goal))
    quiet(paper, planWords.since(formatDate(plan.started_on), plan.started_by))
    paper.y += 2
  }
}

/** Draws a photo into its place, or a frame that says that its file is missing. */
function drawPhoto({ doc, clean }: Paper, picture: ChartPicture, { left, top }: { left: number; top: number }): void {
  if (picture === null) {
    doc.setDrawColor(LINE).setLineWidth(0.3).rect(left, top, PHOTO.width, PHOTO.height)
    doc.setFont(PDF_FONT, 'normal').setFontSize(9).setTextColor(QUIET)
    doc.text(clean(s.photoMissing), left + PHOTO.width / 2, top + PHOTO.height / 2, {
      align: 'center',
      maxWidth: PHOTO.width - 10,
    })
    return
  }
  const scale = Math.min(PHOTO.width / picture.width, PHOTO.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  doc.addImage(picture.jpeg, 'JPEG', left, top + PHOTO.height - height, width, height)
}

function writeCaption({ doc, clean }: Paper, photo: OwnPhoto, { left, top }: { left: number; top: number }): void {
  const below = top + PHOTO.height + 4
  doc.setTextColor(QUIET).setFontSize(9).setFont(PDF_FONT, 'bold')
  doc.text(clean(`${dateText(photo)} · ${angleText(photo)}`), left, below)
  doc.setFont(PDF_FONT, 'normal')
  const note = breakLines(clean(photo.note ?? ''), PHOTO.width, (text) => doc.getTextWidth(text))
  doc.text(note.slice(0, 2), left, below + 4)
}

type ChartPictures = {
  fonts: PdfFonts
  /** Loads one photo. Photos are loaded one after the other, because a phone has no memory for many at once. */
  pictureOf: (photo: OwnPhoto) => Promise<ChartPicture>
  /** Called after each photo with the number of photos so far. */
  onPhoto?: (done: number) => void
}

async function writePhotos(paper: Paper, { photos }: OwnChart, { pictureOf, onPhoto }: ChartPictures): Promise<number> {
  // Starts a new page if the heading and the first row of photos do not fit below.
  if (photos.length > 0) makeRoom(paper, PHOTO.height + PHOTO.caption + 20)
  heading(paper, s.photos)
  if (photos.length === 0) line(paper, s.none)
  let missing = 0
  for (const [index, photo] of photos.entries()) {
    const isLeft = index % 2 === 0
    if (isLeft) makeRoom(paper, PHOTO.height + PHOTO.caption)
    const place = { left: PAGE.side + (isLeft ? 0 : PHOTO.width + GAP), top: paper.y }
    const picture = await pictureOf(photo)
    if (picture === null) missing++
    drawPhoto(paper, picture, place)
    writeCaption(paper, photo, place)
    if (!isLeft || index === photos.length - 1) paper.y += PHOTO.height + PHOTO.caption
    onPhoto?.(index + 1)
  }
  return missing
}

/** Makes the PDF with everything in a client's chart. `missing`: how many photos have no file any more. */
export async function ownChartPdf(
  chart: OwnChart,
  pictures: ChartPictures,
): Promise<{ pdf: ArrayBuffer; missing: number }> {
  const { clinic_name: clinic, name, exported_at } = chart
  const paper = newPaper({ title: s.title, author: clinic }, pictures.fonts)
  write(paper, clinic, { size: 10, color: QUIET, gap: 1 })
  write(paper, s.title, { size: 20, bold: true, gap: 1 })
  write(paper, s.of(name, formatInstant(new Date(exported_at))), { size: 10, gap: 1 })
  write(paper, s.about, { size: 9, color: QUIET })
  writeCard(paper, chart)
  writeAlerts(paper, chart)
  writeForms(paper, chart)
  writeNotes(paper, chart)
  writePlans(paper, chart)
  const missing = await writePhotos(paper, chart, pictures)
  writeFeet(paper, `${clinic} · ${name}`)
  return { pdf: paper.doc.output('arraybuffer'), missing }
}
