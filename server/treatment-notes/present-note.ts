import type { ReadTx } from '#server/db/pool.ts'
import type { NoteSummary, TreatmentNote } from '#shared/treatment-notes/contract.ts'
import { isoInManila, type CivilDate } from '#shared/lib/manila-time.ts'
import { emptyNote, givenProducts, type NoteContent, type NoteTemplateContent } from '#shared/treatment-notes/note.ts'
import { productLine } from '#shared/treatment-notes/product-line.ts'
import * as views from './views.ts'

/** The content of a stored treatment note; parts that did not exist when it was written are empty. */
export const readContent = (stored: unknown): NoteContent => ({ ...emptyNote, ...(stored as Partial<NoteContent>) })

/** A treatment note as the API returns it, with its additions. */
export async function presentNote(tx: ReadTx, row: views.NoteRow): Promise<TreatmentNote> {
  const additions = row.signed_at === null ? [] : await views.additionsOf(tx, row.id)
  return {
    id: row.id,
    template_key: row.template_key,
    template: row.template as NoteTemplateContent,
    content: readContent(row.content),
    version: row.version,
    created_by: row.created_by_name,
    updated_at: isoInManila(row.updated_at),
    updated_by: row.updated_by_name,
    signed: row.signed_at && { at: isoInManila(row.signed_at), by: row.signed_by_name!, hash: row.hash! },
    additions: additions.map(({ added_at, added_by_name, ...addition }) => ({
      ...addition,
      added_at: isoInManila(added_at),
      added_by: added_by_name,
    })),
  }
}

const EXCERPT = 160

/** The first words of a text, on one line. */
function excerptOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1).trimEnd()}…`
}

type SummaryRow = Awaited<ReturnType<typeof views.pageOfNotes>>[number]

export function summaryOf({
  template,
  content,
  signed_at,
  signed_by_name,
  updated_by_name,
  ...row
}: SummaryRow): NoteSummary {
  const written = readContent(content)
  return {
    ...row,
    template_name: (template as NoteTemplateContent).name,
    products: givenProducts(written).map(productLine),
    excerpt: excerptOf(written.text),
    signed_at: signed_at && isoInManila(signed_at),
    signed_by: signed_by_name,
    updated_by: updated_by_name,
  }
}

/** The treatment notes in all records of one client (given by their ids) with their visits, oldest first. */
export async function wholeNotesOf(tx: ReadTx, clientIds: readonly string[]) {
  const rows = await views.notesWithVisits(tx, clientIds)
  const notes: { date: CivilDate; service_name: string; practitioner_name: string | null; note: TreatmentNote }[] = []
  for (const row of rows) {
    const { appointment_date: date, service_name, practitioner_name } = row
    notes.push({ date, service_name, practitioner_name, note: await presentNote(tx, row) })
  }
  return notes
}
