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

/** What undoing a merge needs: which rows moved, what was written over, and what it was written over with. */
export const undoData = z.object({
  moved: z.object({ visits: ids, services: ids, documents: ids, waitlist: ids.default([]) }),
  /** Visits that were held for an unproven person, and are not any more. */
  held: z.array(held),
  /** The e-mail of the record that was merged. */
  email: text,
  email_is_second: z.boolean().default(false),
  /** The record that stays got its account with the e-mail. */
  account_added: z.boolean().default(false),
  before: fields,
  after: fields,
  /** The day of the last visit of the record that stays, as it was. */
  last_visit: text,
})
export type UndoData = z.output<typeof undoData>
