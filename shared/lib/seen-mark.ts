import { z } from 'zod'
import { id, version } from './fields.ts'

// With this mark the owner confirms that money has arrived, after seeing it outside of Mutya: a payment in the wallet,
// or a bank drop on the bank statement.

/**
 * The owner's mark that the money of a payment or bank drop has arrived, with the key of that payment or bank drop.
 * `version` is 0 while nobody has marked it.
 */
export const seenMark = <Key extends z.ZodRawShape>(key: Key) => z.object({ ...key, is_seen: z.boolean(), version })

/** The common properties of the calls with which the owner marks money as arrived or removes the mark. */
export const markCall = {
  method: 'PUT',
  access: 'reports.read',
  params: z.object({ id }),
  ifMatch: true,
} as const
