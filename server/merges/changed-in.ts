import type { RecordFields } from '#server/people/merge-records.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { fullName } from '#shared/lib/names.ts'
import { mergeEvents } from '#shared/merges/events.ts'

const toldOf = (fields: RecordFields) => ({
  name: fullName(fields),
  email: fields.email,
  contact_number: fields.contact_number,
  location: fields.location,
  photo: fields.photo_path,
  note: fields.note,
})

/** The changes that a merge or its undoing makes to the remaining record, as the log shows them. */
export const changedIn = (before: RecordFields, after: RecordFields) =>
  changesBetween(mergeEvents['merges.client.merged'], toldOf(before), toldOf(after))
