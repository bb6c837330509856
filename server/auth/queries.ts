import { sql, type Insertable, type NotNull } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Invitations, ResetLinks, ServerSecrets } from '#server/db/schema.ts'

/** «setup» as a number: whoever sets the clinic up holds it until the end of the transaction. */
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

/** `server_secrets` are in no backup, `kept_secrets` are. */
export type SecretTable = 'server_secrets' | 'kept_secrets'

export const readSecret = async (tx: ReadTx, table: SecretTable, name: string): Promise<Buffer | null> =>
  (await tx.selectFrom(table).select('secret').where('name', '=', name).executeTakeFirst())?.secret ?? null

/** Keeps the one that is there. */
export const insertSecret = (tx: Tx, table: SecretTable, row: Insertable<ServerSecrets>) =>
  tx
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The one link of an account: an older one is void. */
export async function saveResetLink(tx: Tx, row: Insertable<ResetLinks>): Promise<void> {
  const { user_id: _, ...values } = row
  await tx
    .insertInto('reset_links')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Whose link this is, until it runs out. */
export const ownerOfLink = (tx: ReadTx, tokenHash: Buffer, now: Date) =>
  tx
    .selectFrom('reset_links')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Uses the link up; undefined when somebody else was faster, or it ran out. */
export const takeResetLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .deleteFrom('reset_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()

export const deleteOldLinks = (tx: Tx, now: Date) =>
  tx.deleteFrom('reset_links').where('expires_at', '<=', now).execute()

/** Opens an invitation, or opens it anew. */
export async function saveInvitation(tx: Tx, row: Insertable<Invitations>): Promise<void> {
  const { person_id: _, ...values } = row
  await tx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

/** The invitation that a person has not accepted; undefined without one. */
export const invitationOf = (tx: ReadTx, personId: string) =>
  tx.selectFrom('invitations').selectAll().where('person_id', '=', personId).executeTakeFirst()

/** Who was invited and has not accepted, with who they are, the newest first: staff who still have an e-mail. */
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

/** It was revoked; true when it was open. A password or the role client ends it by itself: see 0090. */
export const deleteInvitation = async (tx: Tx, personId: string): Promise<boolean> =>
  (await tx.deleteFrom('invitations').where('person_id', '=', personId).returning('person_id').executeTakeFirst()) !==
  undefined

export const deleteLinkOf = (tx: Tx, userId: string) =>
  tx.deleteFrom('reset_links').where('user_id', '=', userId).execute()
