import { sql } from 'kysely'
import type { Tx } from '#server/db/pool.ts'

/** «setup» as a number: whoever sets the clinic up holds it until the end of the transaction. */
const SETUP_LOCK = 0x5e70

export const lockSetup = (tx: Tx) => sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx)

export async function saveSetupCode(tx: Tx, codeHash: Buffer, now: Date): Promise<void> {
  const values = { code_hash: codeHash, created_at: now }
  await tx
    .insertInto('setup_codes')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

export const setupCodeHash = async (tx: Tx): Promise<Buffer | null> =>
  (await tx.selectFrom('setup_codes').select('code_hash').executeTakeFirst())?.code_hash ?? null

export const deleteSetupCode = (tx: Tx) => tx.deleteFrom('setup_codes').execute()
