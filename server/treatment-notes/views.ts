import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import { resourceName } from '#server/resources/public.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

/** Visits with the names that a treatment note shows. */
const visits = (tx: ReadTx) =>
  tx
    .selectFrom('appointments')
    .innerJoin('treatments', 'treatments.id', 'appointments.treatment_id')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .select([
      'appointments.id as appointment_id',
      'appointments.appointment_date',
      'appointments.appointment_time',
      'appointments.treatment_id',
      'treatments.name as treatment_name',
      'services.name as service_name',
    ])
    .select(resourceName('appointments.practitioner_id').as('practitioner_name'))

/** A visit of a client, with its status. */
export const visitOf = (tx: ReadTx, clientId: string, appointmentId: string) =>
  visits(tx)
    .select('appointments.status')
    .where('appointments.id', '=', appointmentId)
    .where('appointments.client_id', '=', clientId)
    .executeTakeFirst()

/** The client's latest visits until a date that have no treatment note yet. */
export const visitsWithoutNote = (tx: ReadTx, clientId: string, today: CivilDate) =>
  visits(tx)
    .leftJoin('treatment_notes', 'treatment_notes.appointment_id', 'appointments.id')
    .where('treatment_notes.id', 'is', null)
    .where('appointments.client_id', '=', clientId)
    .where('appointments.appointment_date', '<=', today)
    .where('appointments.status', 'in', ['confirmed', 'resched', 'on-going', 'completed'])
    .orderBy('appointments.starts_at', 'desc')
    .limit(5)
    .execute()

const additionCount = sql<number>`(select count(*) from treatment_note_additions where note_id = treatment_notes.id)`

/** One page of a client's treatment notes, newest visit first. */
export const pageOfNotes = (tx: ReadTx, clientId: string, { offset, limit }: { offset: number; limit: number }) =>
  visits(tx)
    .innerJoin('treatment_notes', 'treatment_notes.appointment_id', 'appointments.id')
    .select([
      'treatment_notes.id as note_id',
      'treatment_notes.template',
      'treatment_notes.content',
      'treatment_notes.signed_at',
      'treatment_notes.signed_by_name',
      'treatment_notes.updated_by_name',
    ])
    .select(additionCount.as('additions'))
    .where('treatment_notes.client_id', '=', clientId)
    .orderBy('appointments.starts_at', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

export const countNotes = async (tx: ReadTx, clientId: string): Promise<number> =>
  (
    await tx
      .selectFrom('treatment_notes')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
  ).total

export const noteOfVisit = (tx: ReadTx, appointmentId: string) =>
  tx.selectFrom('treatment_notes').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst()
export type NoteRow = NonNullable<Awaited<ReturnType<typeof noteOfVisit>>>

/** The treatment notes in all records of one client (given by their ids) with their visits, oldest first. */
export const notesWithVisits = (tx: ReadTx, clientIds: readonly string[]) =>
  visits(tx)
    .innerJoin('treatment_notes', 'treatment_notes.appointment_id', 'appointments.id')
    .selectAll('treatment_notes')
    .where('treatment_notes.client_id', 'in', clientIds)
    .orderBy('appointments.starts_at')
    .execute()

export const additionsOf = (tx: ReadTx, noteId: string) =>
  tx
    .selectFrom('treatment_note_additions')
    .select(['id', 'text', 'added_at', 'added_by_name'])
    .where('note_id', '=', noteId)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

/** A saved state of a treatment note by its version. */
export const savedVersion = (tx: ReadTx, noteId: string, version: number) =>
  tx
    .selectFrom('treatment_note_versions')
    .select(['content', 'saved_by_name'])
    .where('note_id', '=', noteId)
    .where('version', '=', version)
    .executeTakeFirst()

/** True if this change of a treatment note was saved already. */
export const isSaved = async (tx: ReadTx, noteId: string, saveId: string): Promise<boolean> =>
  (await tx
    .selectFrom('treatment_note_versions')
    .select('version')
    .where('note_id', '=', noteId)
    .where('save_id', '=', saveId)
    .executeTakeFirst()) !== undefined

/** The name of the last person other than `userId` who saved the treatment note after `version`. */
export const lastOtherWriter = async (tx: ReadTx, noteId: string, version: number, userId: string) =>
  (
    await tx
      .selectFrom('treatment_note_versions')
      .select('saved_by_name')
      .where('note_id', '=', noteId)
      .where('version', '>', version)
      .where('saved_by', '<>', userId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.saved_by_name

/**
 * The client's latest treatment note of each note template. The note about the visit `exceptAppointment` is not among
 * them.
 */
export const lastNotes = (tx: ReadTx, clientId: string, exceptAppointment: string) =>
  tx
    .selectFrom('treatment_notes')
    .innerJoin('appointments', 'appointments.id', 'treatment_notes.appointment_id')
    .distinctOn('treatment_notes.template_key')
    .select(['treatment_notes.template_key', 'treatment_notes.content', 'appointments.appointment_date'])
    .where('treatment_notes.client_id', '=', clientId)
    .where('treatment_notes.appointment_id', '<>', exceptAppointment)
    .orderBy('treatment_notes.template_key')
    .orderBy('appointments.starts_at', 'desc')
    .execute()

/** The products that the latest treatment notes of a branch name, the last written first. */
export const recentProducts = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom((recent) =>
      recent
        .selectFrom('treatment_notes')
        .select(['id', 'updated_at'])
        .where('branch_id', '=', branchId)
        .orderBy('updated_at', 'desc')
        .limit(200)
        .as('latest'),
    )
    .innerJoin('treatment_note_products as line', 'line.note_id', 'latest.id')
    .select(['line.product_name as name', 'line.product_id', 'line.unit', 'line.batch', 'line.expires_on'])
    .orderBy('latest.updated_at', 'desc')
    .orderBy('latest.id', 'desc')
    .orderBy('line.position')
    .execute()

/** Products of the inventory that treatment notes can name. */
export const inventoryProducts = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('products')
    .select(['id as product_id', 'name', 'unit_type as unit'])
    .where('branch_id', '=', branchId)
    .orderBy('search_text')
    .limit(300)
    .execute()

/** Signed treatment notes after an id, in the order of their ids, with their products. */
export const signedNotesAfter = (tx: ReadTx, branchId: string, id: string, limit: number) =>
  tx
    .selectFrom('treatment_notes')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('signed_at', 'is not', null)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()

export const productsOfNotes = (tx: ReadTx, noteIds: readonly string[]) =>
  tx
    .selectFrom('treatment_note_products')
    .select(['note_id', 'product_name', 'amount', 'unit', 'batch', 'expires_on'])
    .where('note_id', 'in', noteIds)
    .orderBy('note_id')
    .orderBy('position')
    .execute()

export const changedTemplates = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('note_templates')
    .select(['key', 'content', 'version'])
    .where('branch_id', '=', branchId)
    .orderBy('updated_at')
    .execute()

export const assignments = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('note_template_treatments')
    .select(['treatment_id', 'template_key'])
    .where('branch_id', '=', branchId)
    .execute()

/** The treatments to which a note template can be assigned. */
export const treatments = (tx: ReadTx) =>
  tx.selectFrom('treatments').select(['id', 'name']).where('deleted_at', 'is', null).orderBy('search_text').execute()
