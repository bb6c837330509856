import { isClinicalRecordOn } from '#server/charts/public.ts'
import {
  addCards,
  deleteUnchangedCards,
  fillCard,
  removeFilledCard,
  type FilledCard,
} from '#server/client-cards/public.ts'
import {
  createClientRecords,
  deleteClients,
  fillContact,
  findClientsLacking,
  findReasonsToKeep,
  removeFilledContact,
  type FilledContact,
  type ListedClient,
} from '#server/clients/public.ts'
import { forgetClients } from '#server/imports/queries.ts'
import type { DecidedRow, Saved, Undone } from '#server/imports/row-kind.ts'
import { recordsCreatedBy, rowByNumber, type StagedRow } from '#server/imports/views.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { CardFacts } from '#shared/client-cards/contract.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'

export type ClientData = ListedClient & { card: CardFacts }

type By = Context<Principal>
type Filled = FilledContact & { card?: FilledCard }

/** Creates the clients of rows, with their client cards while the clinic keeps a clinical record. */
async function create(by: By, rows: readonly DecidedRow<ClientData>[]): Promise<Saved[]> {
  const ids = await createClientRecords(
    by,
    rows.map(({ data }) => data),
  )
  if (await isClinicalRecordOn(by.tx, by.branchId))
    await addCards(
      by.tx,
      by.now,
      rows.map(({ data: { card } }, at) => ({ clientId: ids[at]!, card })),
    )
  return ids.map((id) => ({ outcome: 'created', record_id: id, client_id: id }))
}

/** Fills the empty fields of a client whom the clinic, or an earlier row of the file, has added. */
async function fill(
  by: By,
  { data }: DecidedRow<ClientData>,
  clientId: string,
  { isOfFile, hasCards }: { isOfFile: boolean; hasCards: boolean },
): Promise<Saved> {
  const { email, contactNumber: contact_number, note } = data
  const contact = await fillContact(by, clientId, { email, contact_number, note }, { keepsVersion: isOfFile })
  if (!contact) return { outcome: 'skipped' }
  const options = { now: by.now, keepsVersion: isOfFile }
  const card = hasCards ? await fillCard(by.tx, clientId, data.card, options) : {}
  const filled: Filled = { ...contact, ...(Object.keys(card).length > 0 && { card }) }
  if (Object.keys(filled).length === 0) return { outcome: 'skipped' }
  return { outcome: 'filled', record_id: clientId, client_id: clientId, filled }
}

/** The client whom a row is about: one of the clinic, or one whom an earlier row of the file has created or matched. */
async function clientOfRow(by: By, batchId: string, { row }: DecidedRow<ClientData>, created: Map<number, string>) {
  const { client_id, same_as_row } = row
  if (client_id !== null || same_as_row === null) return client_id
  return created.get(same_as_row) ?? (await rowByNumber(by.tx, batchId, same_as_row))?.client_id ?? null
}

type Filling = { row: DecidedRow<ClientData>; clientId: string }

/**
 * Fills the empty fields of existing clients from rows that are about the same people. Returns by row number what was
 * done with each row.
 */
async function fillAll(
  by: By,
  batchId: string,
  rows: readonly Filling[],
  createdNow: ReadonlySet<string>,
): Promise<Map<number, Saved>> {
  if (rows.length === 0) return new Map()
  const hasCards = await isClinicalRecordOn(by.tx, by.branchId)
  const fieldsOf = ({ email, contactNumber: contact_number, note, card }: ClientData) => ({
    email,
    contact_number,
    note,
    ...(hasCards && card),
  })
  const lacking = await findClientsLacking(
    by.tx,
    rows.map(({ row, clientId }) => ({ clientId, fields: fieldsOf(row.data) })),
  )
  const ofFile = await recordsCreatedBy(by.tx, batchId, [...lacking])
  const results = new Map<number, Saved>()
  for (const { row, clientId } of rows)
    results.set(
      row.row.number,
      lacking.has(clientId)
        ? await fill(by, row, clientId, { isOfFile: createdNow.has(clientId) || ofFile.has(clientId), hasCards })
        : { outcome: 'skipped' },
    )
  return results
}

/**
 * Creates the new clients of a chunk together, and then fills empty fields of the clients that its duplicate rows are
 * about.
 */
export async function saveClients(by: By, rows: readonly DecidedRow<ClientData>[], batchId: string): Promise<Saved[]> {
  const added = rows.filter(({ decision }) => decision === 'create')
  const results = new Map((await create(by, added)).map((saved, at) => [added[at]!.row.number, saved]))
  const created = new Map([...results].map(([number, { record_id }]) => [number, record_id!]))
  const filling: Filling[] = []
  for (const row of rows) {
    const clientId = row.decision === 'fill' ? await clientOfRow(by, batchId, row, created) : null
    if (clientId !== null) filling.push({ row, clientId })
  }
  // `fillAll` reads from the stored rows which clients the import has created. Those of this chunk are given as an
  // argument, because their rows are stored only after this function.
  const filled = await fillAll(by, batchId, filling, new Set(created.values()))
  return rows.map(({ row }) => results.get(row.number) ?? filled.get(row.number) ?? { outcome: 'skipped' })
}

const sentences = { changed: s.keptChanged, used: s.keptUsed, account: s.keptAccount }

/** Deletes clients whom an import has added and nothing depends on. */
async function undoCreated(by: By, rows: readonly StagedRow[], batch: { id: string; importedAt: Date }) {
  const ids = rows.map(({ record_id }) => record_id!)
  const states = await findReasonsToKeep(by.tx, ids, batch.importedAt)
  const going = ids.filter((id) => states.get(id)?.reason === null)
  if (going.length > 0) {
    await forgetClients(by.tx, batch.id, going)
    await deleteUnchangedCards(by.tx, going)
    await deleteClients(
      by.tx,
      going.map((id) => states.get(id)!.personId),
    )
  }
  return rows.map((row): Undone => {
    const reason = states.get(row.record_id!)?.reason ?? null
    return { row, reason: reason && sentences[reason] }
  })
}

/**
 * Removes the values that a row has filled in. Returns false if somebody has changed a value since then: that value
 * stays.
 */
async function removeFilled(by: By, { client_id, filled }: StagedRow): Promise<boolean> {
  const { card, ...contact } = filled as Filled
  const isContactGone = await removeFilledContact(by, client_id!, contact)
  return (card === undefined || (await removeFilledCard(by.tx, client_id!, card, by.now))) && isContactGone
}

/** Removes the clients whom an import has added, and the values that it has filled in for existing clients. */
export async function undoClients(
  by: By,
  rows: readonly StagedRow[],
  batch: { id: string; importedAt: Date },
): Promise<Undone[]> {
  const filled = rows.filter(({ outcome }) => outcome === 'filled')
  // If the same file has added the client, the whole client is deleted, so nothing needs to be removed from the record.
  const ofFile = await recordsCreatedBy(
    by.tx,
    batch.id,
    filled.map(({ client_id }) => client_id!),
  )
  const created = rows.filter(({ outcome }) => outcome === 'created')
  const undone = await undoCreated(by, created, batch)
  for (const row of filled) {
    const isGone = ofFile.has(row.client_id!) || (await removeFilled(by, row))
    undone.push({ row, reason: isGone ? null : s.keptChanged })
  }
  return undone
}
