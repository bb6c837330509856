import { sql, type Insertable, type NotNull } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Invitations, ResetLinks, ServerSecrets, EmailLinks, PhoneCodes } from '#server/db/schema.ts'

/** The key of the advisory lock that serializes first-time setups. The number itself has no meaning. */
const SETUP_LOCK = 0x5e70

export const lockSetup = (tx: Tx) => sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx)

/** Stores a setup code and deletes those issued before `since`. */
export async function saveSetupCode(
  tx: Tx,
  codeHash: Buffer,
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await tx.deleteFrom('setup_codes').where('created_at', '<', since).execute()
  await tx.insertInto('setup_codes').values({ code_hash: codeHash, created_at: now }).execute()
}

export const isSetupCode = async (tx: ReadTx, codeHash: Buffer): Promise<boolean> =>
  (await tx.selectFrom('setup_codes').select('created_at').where('code_hash', '=', codeHash).executeTakeFirst()) !==
  undefined

export const deleteSetupCodes = (tx: Tx) => tx.deleteFrom('setup_codes').execute()

/** Backups leave out `server_secrets` and include `kept_secrets`. */
export type SecretTable = 'server_secrets' | 'kept_secrets'

export const readSecret = async (tx: ReadTx, table: SecretTable, name: string): Promise<Buffer | null> =>
  (await tx.selectFrom(table).select('secret').where('name', '=', name).executeTakeFirst())?.secret ?? null

/** Stores a secret; does nothing if a secret with this name exists already. */
export const insertSecret = (tx: Tx, table: SecretTable, row: Insertable<ServerSecrets>) =>
  tx
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Stores an account's reset link; it replaces an older one. */
export async function saveResetLink(tx: Tx, row: Insertable<ResetLinks>): Promise<void> {
  const { user_id: _, ...values } = row
  await tx
    .insertInto('reset_links')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** A link for setting a password, with the present state of the admin who made it; undefined if it has expired. */
export const linkWithMaker = (tx: ReadTx, tokenHash: Buffer, now: Date) =>
  tx
    .selectFrom('reset_links')
    .leftJoin('users', 'users.id', 'reset_links.made_by')
    .select(['user_id', 'made_by', 'users.role', 'users.closed_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Consumes a link for setting a password; undefined when the link was already used or has expired. */
export const consumeResetLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .deleteFrom('reset_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()

export const deleteOldLinks = (tx: Tx, now: Date) =>
  tx.deleteFrom('reset_links').where('expires_at', '<=', now).execute()

/** Creates or renews an invitation. */
export async function saveInvitation(tx: Tx, row: Insertable<Invitations>): Promise<void> {
  const { person_id: _, ...values } = row
  await tx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

/** Returns the invitation to log in that a person has not accepted yet; undefined if there is none. */
export const invitationOf = (tx: ReadTx, personId: string) =>
  tx.selectFrom('invitations').selectAll().where('person_id', '=', personId).executeTakeFirst()

/** Staff who were invited, have not accepted yet and still have an e-mail, newest first. */
export const openInvitations = (tx: ReadTx) =>
  tx
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.person_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'invited_at', 'expires_at'])
    .where('users.closed_at', 'is', null)
    .where('users.email', 'is not', null)
    .where('users.role', '<>', 'client')
    .orderBy('invited_at', 'desc')
    .orderBy('users.id')
    .$narrowType<{ email: NotNull }>()
    .execute()

/**
 * Revokes an invitation; true if it was open. Setting a password or the role client ends one automatically (migration
 * 0090).
 */
export const deleteInvitation = async (tx: Tx, personId: string): Promise<boolean> =>
  (await tx.deleteFrom('invitations').where('person_id', '=', personId).returning('person_id').executeTakeFirst()) !==
  undefined

export const deleteLinkOf = (tx: Tx, userId: string) =>
  tx.deleteFrom('reset_links').where('user_id', '=', userId).execute()

/** Stores a person's confirmation link; it replaces an older one. */
export async function saveEmailLink(tx: Tx, row: Insertable<EmailLinks>): Promise<void> {
  const { person_id: _, ...values } = row
  await tx
    .insertInto('email_links')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

/**
 * Consumes the link that confirms an e-mail; undefined when it was used, replaced or has expired, or when the e-mail
 * has changed since.
 */
export const consumeEmailLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
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

/** Consumes the phone code; false when it was replaced or used meanwhile. */
export const consumePhoneCode = async (tx: Tx, personId: string, codeHash: Buffer): Promise<boolean> =>
  (await tx
    .deleteFrom('phone_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', codeHash)
    .returning('person_id')
    .executeTakeFirst()) !== undefined

/** Deletes expired links and codes that confirm an e-mail or a phone number. */
export async function deleteOldProofs(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('email_links').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('phone_codes').where('expires_at', '<=', now).execute()
}
