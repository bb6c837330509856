import { z } from 'zod'
import type { FirstVisit } from '#server/appointments/public.ts'
import type { RecordFields } from '#server/people/merge-records.ts'

const text = z.string().nullable()
const fields = z.record(z.string(), z.unknown()) as unknown as z.ZodType<RecordFields>
const firstVisit: z.ZodType<FirstVisit> = z.object({ id: z.string(), lapses_at: z.string(), address_hash: text })

type EarlierUndo = { email: string | null; email_is_second?: boolean; moved: Record<string, string[]> }

/** Converts undo data that an earlier version of the app stored, at most a day ago. */
function convertEarlierUndo(undo: unknown): unknown {
  const { email, email_is_second = false, moved, ...others } = undo as EarlierUndo
  if (typeof email === 'object' && email !== null) return undo
  const { visits = [], services = [], documents = [], waitlist = [] } = moved
  const byTable = { appointments: visits, client_services: services, documents, waitlist_entries: waitlist }
  return { ...others, moved: byTable, email: { email, email_is_second } }
}

/** What is needed to undo a merge: the moved rows, and the remaining record's values before and after the merge. */
const currentUndo = z.object({
  /** The ids of the moved rows, by table. */
  moved: z.record(z.string(), z.array(z.string())),
  /** First visits whose expiry the merge removed, with that expiry. */
  held: z.array(firstVisit),
  /** The e-mail that the merged record had, and the columns that say whether its person logs in with this e-mail. */
  email: z.looseObject({ email: text, email_is_second: z.boolean(), log_in_email: text.default(null) }),
  /** True when the merge gave the remaining record an account with the merged record's e-mail. */
  account_added: z.boolean().default(false),
  before: fields,
  after: fields,
  /** The remaining record's last visit before the merge. */
  last_visit: text,
})

export const undoData = z.preprocess(convertEarlierUndo, currentUndo)
export type UndoData = z.input<typeof currentUndo>
export type Undo = z.output<typeof currentUndo>
