import { recordChartRead, withChart } from '#server/charts/public.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, DetachedContext, Principal } from '#server/lib/context.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { NoteWorkspace, ProductChoice, treatmentNotesContract } from '#shared/treatment-notes/contract.ts'
import { noteMessages as s } from '#shared/treatment-notes/messages.ts'
import { batchKey } from '#shared/treatment-notes/note.ts'
import { productKey, type RecentBatch } from '#shared/treatment-notes/same-as-last.ts'
import { presentNote, readContent, summaryOf } from './present-note.ts'
import type { OfVisit } from './save-note.ts'
import { namedTemplate, readTemplates, suggestedTemplate } from './templates.ts'
import * as views from './views.ts'

/** A page of the treatment notes of a chart, newest visit first, with the visits that have none yet. */
export const listNotes = (
  context: DetachedContext<Principal>,
  clientId: string,
  { page, per_page }: Parsed<typeof treatmentNotesContract.list>['querystring'],
): Promise<Answer<typeof treatmentNotesContract.list>> =>
  withChart(context, clientId, async ({ tx, now }) => {
    const rows = await views.pageOfNotes(tx, clientId, { offset: (page - 1) * per_page, limit: per_page })
    return {
      data: rows.map(summaryOf),
      summary: { visits_without_note: await views.visitsWithoutNote(tx, clientId, manilaDate(now)) },
      total: await views.countNotes(tx, clientId),
      page,
      per_page,
    }
  })

const firstOfEach = <T>(list: readonly T[], keyOf: (entry: T) => string): T[] =>
  [...new Map(list.toReversed().map((entry) => [keyOf(entry), entry])).values()].toReversed()

/** The products that a treatment note can name: recently used ones with their batches, then those of the inventory. */
async function readChoices({ tx, branchId }: Context): Promise<Pick<NoteWorkspace, 'products' | 'recent_batches'>> {
  const recent = await views.recentProducts(tx, branchId)
  const inventory = await views.inventoryProducts(tx, branchId)
  const isInStock = new Set(inventory.map(({ product_id }) => product_id))
  const used = recent.map((line) => ({ ...line, product_id: isInStock.has(line.product_id!) ? line.product_id : null }))
  const named: ProductChoice[] = [...used, ...inventory].filter(({ name }) => name !== '')
  const batches: RecentBatch[] = used.filter(({ batch }) => batch !== '')
  return {
    products: firstOfEach(named, ({ name }) => productKey(name)),
    recent_batches: firstOfEach(batches, ({ name, batch }) => `${productKey(name)} ${batchKey(batch)}`).slice(0, 100),
  }
}

/** The treatment note of a visit with what is needed to write it. The opening of a note is recorded in the read log. */
export const openNote = (
  context: DetachedContext<Principal>,
  { clientId, appointmentId }: OfVisit,
): Promise<NoteWorkspace> =>
  withChart(context, clientId, async (inside, owner) => {
    const { tx, now } = inside
    const found = await views.visitOf(tx, clientId, appointmentId)
    if (!found) throw new AppError('not_found', s.visitNotFound)
    const { status: _, ...visit } = found
    const row = await views.noteOfVisit(tx, appointmentId)
    if (row) await recordChartRead(inside, { clientId, kind: 'note', subjectId: row.id })
    const templates = await readTemplates(inside)
    const last = await views.lastNotes(tx, clientId, appointmentId)
    return {
      client_name: owner.name,
      may_write: owner.closed_at === null,
      visit,
      today: manilaDate(now),
      note: row ? await presentNote(tx, row) : null,
      suggested_template: suggestedTemplate(templates, visit.treatment_id),
      templates: templates.map(namedTemplate),
      last_notes: last.map((one) => ({ ...one, content: readContent(one.content) })),
      ...(await readChoices(inside)),
    }
  })
