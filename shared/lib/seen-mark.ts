import { z } from 'zod'
import { id, version } from './fields.ts'

// The owner marks money as seen outside of Mutya: a payment in the wallet, or a bank drop on the bank statement.

/** A mark with the key of what it is about. `version` is 0 for something that nobody has marked yet. */
export const seenMark = <Key extends z.ZodRawShape>(key: Key) => z.object({ ...key, is_seen: z.boolean(), version })

/** The common properties of the calls that set or remove a mark. */
export const markCall = {
  method: 'PUT',
  access: 'reports.read',
  params: z.object({ id }),
  ifMatch: true,
} as const
