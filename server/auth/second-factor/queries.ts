import { sql, type Insertable } from 'kysely'
import { executeAhead } from '#server/db/pipeline.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { TotpSecrets } from '#server/db/schema.ts'
import type { Role } from '#shared/people/role.ts'

/** The key ("2fa") of the advisory lock that serializes log-ins of staff with changes of the second-factor rule. */
const RULE_LOCK = 0x2fa

/** Locks the second-factor rule for a change: log-ins of staff wait until the transaction ends. */
export const lockRule = (tx: Tx) => sql`select pg_advisory_xact_lock(${RULE_LOCK})`.execute(tx)

/**
 * Locks the second-factor rule against changes until the transaction ends; several log-ins can hold this lock at once.
 */
export const lockRuleShared = (tx: Tx) =>
  executeAhead(tx, sql`select pg_advisory_xact_lock_shared(${RULE_LOCK})`.compile(tx))

/**
 * Stores the secret of an authenticator app that is being set up; it replaces an unconfirmed one. Returns false if the
 * account has an app already.
 */
export const saveSecret = async (tx: Tx, row: Insertable<TotpSecrets>): Promise<boolean> =>
  (await tx
    .insertInto('totp_secrets')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret: row.secret, made_at: row.made_at })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst()) !== undefined

export const secretOf = (tx: ReadTx, accountId: string) =>
  tx.selectFrom('totp_secrets').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** True once the account has an authenticator app or a passkey. */
export const hasFactor = async (tx: ReadTx, accountId: string): Promise<boolean> =>
  (await tx
    .selectFrom('totp_secrets')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .unionAll(tx.selectFrom('passkeys').select('account_id').where('account_id', '=', accountId))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Marks the time step of a code as used; false when it, or a later one, was used before. */
export const markStepUsed = async (tx: Tx, accountId: string, step: number): Promise<boolean> =>
  (await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()) !== undefined

export const confirmSecret = (tx: Tx, accountId: string, now: Date) =>
  tx.updateTable('totp_secrets').set({ confirmed_at: now }).where('account_id', '=', accountId).execute()

/** Deletes the authenticator app of an account; false if the account has none. */
export const deleteSecret = async (tx: Tx, accountId: string): Promise<boolean> =>
  (await tx
    .deleteFrom('totp_secrets')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .returning('account_id')
    .executeTakeFirst()) !== undefined

export const deleteCodes = (tx: Tx, accountId: string) =>
  tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()

/** Replaces all recovery codes of an account. */
export async function saveCodes(tx: Tx, accountId: string, hashes: readonly Buffer[], now: Date): Promise<void> {
  await deleteCodes(tx, accountId)
  const rows = hashes.map((code_hash) => ({ account_id: accountId, code_hash, made_at: now }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Consumes a recovery code; false if it is wrong or was used. */
export const consumeCode = async (tx: Tx, accountId: string, codeHash: Buffer): Promise<boolean> =>
  (await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .returning('account_id')
    .executeTakeFirst()) !== undefined

export const countCodes = async (tx: ReadTx, accountId: string): Promise<number> =>
  (
    await tx
      .selectFrom('recovery_codes')
      .select((count) => count.fn.countAll<number>().as('left'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).left

/** When an account last chose to set up the second factor later. */
export const declinedAt = async (tx: ReadTx, accountId: string): Promise<Date | null> =>
  (
    await tx
      .selectFrom('second_factor_offers')
      .select('declined_at')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.declined_at ?? null

export const saveDeclined = (tx: Tx, accountId: string, now: Date) =>
  tx
    .insertInto('second_factor_offers')
    .values({ account_id: accountId, declined_at: now })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ declined_at: now }))
    .execute()

export const ruleOf = async (tx: ReadTx, branchId: string): Promise<string | undefined> =>
  (await tx.selectFrom('log_in_rules').select('second_factor_for').where('branch_id', '=', branchId).executeTakeFirst())
    ?.second_factor_for

export const saveRule = (tx: Tx, branchId: string, second_factor_for: string) =>
  tx
    .insertInto('log_in_rules')
    .values({ branch_id: branchId, second_factor_for })
    .onConflict((conflict) => conflict.column('branch_id').doUpdateSet({ second_factor_for }))
    .execute()

/** The open accounts of these roles by name, and whether each has an authenticator app or a passkey. */
export const peopleWithFactor = (tx: ReadTx, roles: readonly Role[]) =>
  tx
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.role'])
    .select((row) =>
      row
        .or([
          row.exists(
            row
              .selectFrom('totp_secrets')
              .select('account_id')
              .whereRef('account_id', '=', 'users.id')
              .where('confirmed_at', 'is not', null),
          ),
          row.exists(row.selectFrom('passkeys').select('account_id').whereRef('account_id', '=', 'users.id')),
        ])
        .$castTo<boolean>()
        .as('has_second_factor'),
    )
    .where('users.role', 'in', roles)
    .where('users.closed_at', 'is', null)
    .orderBy('users.name')
    .orderBy('users.id')
    .execute()
