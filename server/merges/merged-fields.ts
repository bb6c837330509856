import { mergedColumns, type MergedColumn } from '#server/db/personal-data/statements.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { RecordFields, StoredRecord } from '#server/people/merge-records.ts'
import { CONFIRMED } from '#server/people/verified-contact.ts'
import { MAX_NOTE } from '#shared/clients/contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { ChangesOf } from '#shared/lib/event-type.ts'
import { fullName } from '#shared/lib/names.ts'
import type { mergesContract } from '#shared/merges/contract.ts'
import type { mergeEvents } from '#shared/merges/events.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import type { Undo } from './undo-data.ts'

type Takes = Parsed<typeof mergesContract.merge>['body']['takes']

/** The record that remains, and the one that is merged into it. */
export type RecordPair = { kept: StoredRecord; other: StoredRecord }

type Day = string | null

/** The earlier of two dates or instants in the same format; if one is null, the other. */
const earlier = (a: Day, b: Day): Day => (a === null || b === null ? (a ?? b) : a < b ? a : b)

/** The later of two dates or instants; if one is null, the other. */
export const later = (a: Day, b: Day): Day => (a === null || b === null ? (a ?? b) : a > b ? a : b)

/**
 * The note that the admin chose, or both notes one below the other. Throws a 422 when both are too long for one note.
 */
function mergedNote({ kept, other }: RecordPair, takes: Takes['note']): string | null {
  if (takes !== 'both') return takes === 'kept' ? kept.record.note : other.record.note
  const both = [kept.record.note, other.record.note].filter((note) => note !== null).join('\n')
  if (both.length > MAX_NOTE) throw invalid('takes.note', s.noteTooLong)
  return both === '' ? null : both
}

/**
 * True if the account that remains awaits confirmation. The account of the other record does not matter if nobody can
 * log in with it after the merge: the remaining record keeps its own e-mail and password.
 */
function awaitsConfirmation({ kept, other }: RecordPair, isEmailKept: boolean): boolean {
  const { password_hash, must_set_password } = kept.person
  const isLogInKept = isEmailKept && password_hash !== null && !must_set_password
  return kept.person.awaits_confirmation || (other.person.awaits_confirmation && !isLogInKept)
}

type Fields = { kept: RecordFields; other: RecordFields }

/**
 * Returns the record whose value of a field stays. If both records have the same e-mail, the e-mail of the remaining
 * record stays, because the person of that record is the holder of the e-mail.
 */
const sourceOf = ({ kept, other }: Fields, takes: Takes, field: string) =>
  takes[field as keyof Takes] === 'kept' || (field === 'email' && kept.email === other.email) ? kept : other

const isEmpty = (value: unknown) => value === null || value === ''

function mergedValue(fields: Fields, takes: Takes, { column, rule }: MergedColumn) {
  const [own, others] = [fields.kept[column], fields.other[column]]
  if (rule === 'filled') return isEmpty(own) ? others : own
  if (rule === 'earlier') return earlier(own as Day, others as Day)
  if (rule === 'account') return own
  return sourceOf(fields, takes, rule.chosen)[column]
}

/** The remaining record after the merge. An e-mail that the admin chose needs no confirmation. */
export function mergedFields(both: RecordPair, takes: Takes): RecordFields {
  const fields = { kept: both.kept.fields, other: both.other.fields }
  const merged = mergedColumns().map((column) => [column.column, mergedValue(fields, takes, column)])
  const isEmailKept = sourceOf(fields, takes, 'email') === fields.kept
  return {
    ...(Object.fromEntries(merged) as RecordFields),
    ...(!isEmailKept && CONFIRMED),
    ...(awaitsConfirmation(both, isEmailKept) && { awaits_confirmation: true }),
    note: mergedNote(both, takes.note),
  }
}

/** The name of a column's field on the merge screen and in the history log. */
const fieldOf = ({ column, rule }: MergedColumn) => (typeof rule === 'object' ? rule.chosen : column)

/**
 * The remaining record's fields after undoing a merge: values that the merge wrote are restored, and values that were
 * changed later stay. All columns of a field are restored together. Undo data of an earlier version of the app has
 * fewer columns.
 */
export function restoredFields(now: RecordFields, { before, after }: Undo): RecordFields {
  const columns = mergedColumns().filter(({ column }) => column in after)
  const changedSince = new Set(columns.filter(({ column }) => now[column] !== after[column]).map(fieldOf))
  const back = columns.filter((column) => !changedSince.has(fieldOf(column)))
  return { ...now, ...Object.fromEntries(back.map(({ column }) => [column, before[column]])) }
}

type Changes = ChangesOf<(typeof mergeEvents)['merges.client.merged']>

/**
 * The changes that a merge or its undoing makes to the remaining record. The log shows the old and new value of the
 * name, and only the names of other changed fields.
 */
export function fieldChanges(before: RecordFields, after: RecordFields): Changes {
  const changed = mergedColumns()
    .filter(({ column, rule }) => rule !== 'earlier' && before[column] !== after[column])
    .map(fieldOf)
  return [...new Set(changed)].map((field) =>
    field === 'name' ? { field, from: fullName(before), to: fullName(after) } : { field },
  ) as Changes
}
