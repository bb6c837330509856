import { mergedColumns } from '#server/db/personal-data/statements.ts'
import type { RecordFields } from '#server/people/merge-records.ts'
import type { ChangesOf } from '#shared/lib/event-type.ts'
import { fullName } from '#shared/lib/names.ts'
import type { mergeEvents } from '#shared/merges/events.ts'

type Changes = ChangesOf<(typeof mergeEvents)['merges.client.merged']>

/** The changes that a merge or its undoing makes to the remaining record, as the log shows them: values of the name only. */
export function changedIn(before: RecordFields, after: RecordFields): Changes {
  const changed = mergedColumns()
    .filter(({ column, rule }) => rule !== 'earlier' && before[column] !== after[column])
    .map(({ column, rule }) => (typeof rule === 'object' ? rule.chosen : column))
  return [...new Set(changed)].map((field) =>
    field === 'name' ? { field, from: fullName(before), to: fullName(after) } : { field },
  ) as Changes
}
