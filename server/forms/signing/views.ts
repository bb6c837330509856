import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { FormAnswers } from '#shared/forms/answers.ts'
import type { FormContent } from '#shared/forms/form.ts'

const VERSION_COLUMNS = [
  'form_versions.id',
  'form_versions.form_id',
  'form_versions.number',
  'form_versions.content',
] as const

/** Published versions of a branch's forms, in the order of `ids`. */
export const versionsByIds = (tx: ReadTx, branchId: string, ids: readonly string[]) =>
  tx
    .selectFrom('form_versions')
    .innerJoin('forms', 'forms.id', 'form_versions.form_id')
    .select(VERSION_COLUMNS)
    .$narrowType<{ content: FormContent }>()
    .where('forms.branch_id', '=', branchId)
    .where('form_versions.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], form_versions.id)`)
    .execute()
export type VersionRow = Awaited<ReturnType<typeof versionsByIds>>[number]

type HandOverDrafts = { clientId: string } | { handOverId: string }
/** The drafts of one hand-over, or of all hand-overs of a client; the newest first. */
export const draftsOfHandOvers = (tx: ReadTx, of: HandOverDrafts) =>
  tx
    .selectFrom('form_hand_over_drafts')
    .innerJoin('form_versions', 'form_versions.id', 'form_hand_over_drafts.form_version_id')
    .innerJoin('form_hand_overs', 'form_hand_overs.id', 'form_hand_over_drafts.hand_over_id')
    .innerJoin('users as staff', 'staff.id', 'form_hand_overs.started_by')
    .select(['form_versions.form_id', 'form_version_id', 'answers', 'corrects', 'staff.role as started_by_role'])
    .$narrowType<{ answers: FormAnswers }>()
    .where((is) =>
      'handOverId' in of
        ? is('hand_over_id', '=', of.handOverId)
        : is('form_hand_over_drafts.client_id', '=', of.clientId),
    )
    .orderBy('saved_at', 'desc')
    .execute()

/**
 * The drafts of some forms outside of hand-overs, the newest first. Drafts of earlier versions are included, because
 * their answers may still fit.
 */
export const draftsOf = (tx: ReadTx, clientId: string, formIds: readonly string[]) =>
  tx
    .selectFrom('form_answer_drafts')
    .innerJoin('form_versions', 'form_versions.id', 'form_answer_drafts.form_version_id')
    .select(['form_versions.form_id', 'form_version_id', 'answers'])
    .$narrowType<{ answers: FormAnswers }>()
    .where('client_id', '=', clientId)
    .where('form_versions.form_id', '=', sql<string>`any(${formIds}::uuid[])`)
    .orderBy('saved_at', 'desc')
    .execute()

const presentVersion = sql<string | null>`(
  select form_versions.id from form_versions join forms on forms.id = form_versions.form_id
  where forms.id = signed_forms.form_id and forms.archived_at is null order by form_versions.number desc limit 1)`
const isCorrected = sql<boolean>`exists (select from signed_forms later where later.corrects = signed_forms.id)`

/** The signed copies of a client, newest first, without their content. */
export const copiesOf = (tx: ReadTx, clientId: string) =>
  tx
    .selectFrom('signed_forms')
    .select(['id', 'form_id', 'title', 'version_number', 'signed_at', 'signer_name', 'channel', 'corrects'])
    .select([isCorrected.as('is_corrected'), presentVersion.as('present_version_id')])
    .where('client_id', '=', clientId)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
export type CopyRow = Awaited<ReturnType<typeof copiesOf>>[number]

const fullCopies = (tx: ReadTx) =>
  tx
    .selectFrom('signed_forms')
    .leftJoin('appointments', 'appointments.id', 'signed_forms.appointment_id')
    .leftJoin('signed_forms as corrected', 'corrected.id', 'signed_forms.corrects')
    .selectAll('signed_forms')
    .select([
      'appointments.appointment_date as visit_date',
      'corrected.signed_at as corrected_copy_signed_at',
      isCorrected.as('is_corrected'),
      presentVersion.as('present_version_id'),
    ])
    .$narrowType<{ content: FormContent; answers: FormAnswers }>()

/** A whole signed copy with everything else that its page shows. */
export const copyById = (tx: ReadTx, id: string) => fullCopies(tx).where('signed_forms.id', '=', id).executeTakeFirst()

/** The whole signed copies in all records of one client (given by their ids), oldest first. */
export const fullCopiesOf = (tx: ReadTx, clientIds: readonly string[]) =>
  fullCopies(tx)
    .where('signed_forms.client_id', 'in', clientIds)
    .orderBy('signed_forms.signed_at')
    .orderBy('signed_forms.id')
    .execute()
export type FullCopy = NonNullable<Awaited<ReturnType<typeof copyById>>>

export const handOverById = (tx: ReadTx, id: string) =>
  tx
    .selectFrom('form_hand_overs')
    .innerJoin('users as staff', 'staff.id', 'form_hand_overs.started_by')
    .innerJoin('clients', 'clients.id', 'form_hand_overs.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .selectAll('form_hand_overs')
    .select(['staff.name as started_by_name', 'clients.person_id', 'users.name as client_name'])
    .where('form_hand_overs.id', '=', id)
    .executeTakeFirst()
export type HandOverRow = NonNullable<Awaited<ReturnType<typeof handOverById>>>

const visits = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('appointments')
    .innerJoin('clients', 'clients.id', 'appointments.client_id')
    .innerJoin('users', 'users.id', 'clients.person_id')
    .select([
      'appointments.id',
      'appointments.client_id',
      'appointments.starts_at',
      'appointments.status',
      'clients.person_id',
      'users.name',
      'users.first_name',
      'users.email',
      'users.email_waits',
      'users.awaits_confirmation',
    ])
    .where('appointments.branch_id', '=', branchId)

/** Reads a visit and its client for the link to the visit's forms. */
export const visitById = (tx: ReadTx, branchId: string, id: string) =>
  visits(tx, branchId).where('appointments.id', '=', id).executeTakeFirst()
export type VisitRow = NonNullable<Awaited<ReturnType<typeof visitById>>>

/** The client's current visit, otherwise the next one. */
export const nextVisitOf = (tx: ReadTx, branchId: string, clientId: string, now: Date) =>
  visits(tx, branchId)
    .where('appointments.client_id', '=', clientId)
    .where('appointments.status', 'not in', ['completed', 'cancelled'])
    .where('appointments.ends_at', '>', now)
    .orderBy('appointments.starts_at')
    .limit(1)
    .executeTakeFirst()

type Begun = { branchId: string; clientId: string; since: Date; now: Date }
/** The visits of a client that began within some time, the latest first. */
export const visitsBegunSince = (tx: ReadTx, { branchId, clientId, since, now }: Begun) =>
  visits(tx, branchId)
    .where('appointments.client_id', '=', clientId)
    .where('appointments.starts_at', '>=', since)
    .where('appointments.starts_at', '<=', now)
    .orderBy('appointments.starts_at', 'desc')
    .execute()

/** The form versions that the client has signed in a hand-over. */
export const signedDuring = async (tx: ReadTx, handOverId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('signed_forms')
    .select('form_version_id')
    .where('hand_over_id', '=', handOverId)
    .execute()
  return rows.map((row) => row.form_version_id)
}

export const firstNameOf = (tx: ReadTx, personId: string) =>
  tx.selectFrom('users').select('first_name').where('id', '=', personId).executeTakeFirstOrThrow()

/**
 * SQL: true if a signed copy belongs to the record for which it was signed, or to a record with which that one was ever
 * merged, also if the merge was undone.
 */
const isOfClient = sql<boolean>`(signed_forms.client_id = signed_forms.signed_for or exists (
  with recursive joined (id) as (
    select signed_forms.signed_for
    union
    select case when client_merges.kept_id = joined.id then client_merges.merged_id else client_merges.kept_id end
    from joined join client_merges on joined.id in (client_merges.kept_id, client_merges.merged_id)
  ) select from joined where joined.id = signed_forms.client_id))`

/** A statement that reads every signed copy of a branch for the check of its hash. */
export const copiesToCheck = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('signed_forms')
    .selectAll()
    .select(isOfClient.as('is_of_client'))
    .where('branch_id', '=', branchId)
    .orderBy('id')
export type CheckedCopy = Awaited<ReturnType<ReturnType<typeof copiesToCheck>['execute']>>[number]

/** The birth date on a client's Senior Citizen or PWD card. */
export const birthDateOf = (tx: ReadTx, clientId: string) =>
  tx.selectFrom('client_cards').select('birth_date').where('client_id', '=', clientId).executeTakeFirst()

/** Returns those of the visits `ids` in which the practitioner of an account takes part. */
export const ownVisits = async (tx: ReadTx, accountId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select appointments.id from appointments, accounts
    where appointments.id = any(${ids}::uuid[]) and accounts.person_id = ${accountId} and (
      appointments.practitioner_id = accounts.practitioner_id or exists (
        select from appointment_services
        where appointment_id = appointments.id and practitioner_id = accounts.practitioner_id))`.execute(tx)
  return rows.map(({ id }) => id)
}
