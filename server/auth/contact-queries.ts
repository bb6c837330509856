import { sql, type Insertable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { EmailLinks, PhoneCodes } from '#server/db/schema.ts'

/** Stores a person's confirmation link; it replaces an older one. */
export async function saveEmailLink(tx: Tx, row: Insertable<EmailLinks>): Promise<void> {
  const { person_id: _, ...values } = row
  await tx
    .insertInto('email_links')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

/** Consumes the link; undefined when it was used, replaced or has expired, or when the e-mail has changed since. */
export const takeEmailLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .deleteFrom('email_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()

/** Stores a person's phone code; it replaces an older one. */
export async function savePhoneCode(tx: Tx, row: Insertable<PhoneCodes>): Promise<void> {
  const { person_id: _, ...values } = row
  await tx
    .insertInto('phone_codes')
    .values({ ...row, tries: 0 })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ ...values, tries: 0 }))
    .execute()
}

/** Counts a try of the current code and returns the code; undefined when there is none or it was tried too often. */
export const tryPhoneCode = (tx: Tx, personId: string, most: number, now: Date) =>
  tx
    .updateTable('phone_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .where('tries', '<', most)
    .returning('code_hash')
    .executeTakeFirst()

/** Consumes the code; false when it was replaced or used meanwhile. */
export const takePhoneCode = async (tx: Tx, personId: string, codeHash: Buffer): Promise<boolean> =>
  (await tx
    .deleteFrom('phone_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .returning('person_id')
    .executeTakeFirst()) !== undefined

/** Deletes expired links and codes. */
export async function deleteOldProofs(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('email_links').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('phone_codes').where('expires_at', '<=', now).execute()
}
