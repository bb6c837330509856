import { z } from 'zod'
import type { HeldVisit } from '#server/appointments/public.ts'
import type { RecordFields } from '#server/people/merge-records.ts'

const ids = z.array(z.string())
const text = z.string().nullable()

const fields: z.ZodType<RecordFields> = z.object({
  first_name: z.string(),
  middle_name: text,
  last_name: text,
  suffix: text,
  email: text,
  email_is_second: z.boolean().default(false),
  contact_number: text,
  location: text,
  photo_path: text,
  note: text,
  joined_at: z.string(),
  proven_at: text,
})
const held: z.ZodType<HeldVisit> = z.object({ id: z.string(), lapses_at: z.string(), address_hash: text })

/** What is needed to undo a merge: the moved rows, and the values before and after it. */
export const undoData = z.object({
  moved: z.object({ visits: ids, services: ids, documents: ids, waitlist: ids.default([]), walkIns: ids.default([]) }),
  /** First visits that would have expired before the merge. */
  held: z.array(held),
  /** The e-mail of the merged record. */
  email: text,
  email_is_second: z.boolean().default(false),
  /** True when the merge gave the remaining record an account with the other's e-mail. */
  account_added: z.boolean().default(false),
  before: fields,
  after: fields,
  /** The remaining record's last visit before the merge. */
  last_visit: text,
})
export type UndoData = z.output<typeof undoData>
