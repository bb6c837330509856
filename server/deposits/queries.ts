import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { DepositRules, Deposits, DepositSettings } from '#server/db/schema.ts'

/** Locks a deposit until the commit, so that concurrent calls verify, refuse or report it one after the other. */
export const lockDeposit = (tx: Tx, id: string) =>
  tx.selectFrom('deposits').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const updateDeposit = (tx: Tx, id: string, values: Updateable<Deposits>) =>
  tx.updateTable('deposits').set(values).where('id', '=', id).execute()

/** Moves those deposits of a client that belong to visits of another client. */
export const moveDepositsToVisits = (tx: Tx, { from, to }: { from: string; to: string }) =>
  tx
    .updateTable('deposits')
    .set({ client_id: to })
    .where('client_id', '=', from)
    .where('appointment_id', 'in', ({ selectFrom }) =>
      selectFrom('appointments').select('appointments.id').where('appointments.client_id', '=', to),
    )
    .execute()

/** Stores the screenshot of a payment in place of an earlier one. */
export const savePicture = (tx: Tx, deposit_id: string, picture: Buffer, added_at: Date) =>
  tx
    .insertInto('deposit_pictures')
    .values({ deposit_id, picture, added_at })
    .onConflict((conflict) => conflict.column('deposit_id').doUpdateSet({ picture, added_at }))
    .execute()

/** Deletes the screenshot of a payment, which nobody needs after staff have answered. */
export const deletePicture = (tx: Tx, depositId: string) =>
  tx.deleteFrom('deposit_pictures').where('deposit_id', '=', depositId).execute()

/** Replaces the settings of a branch. */
export const saveSettings = (tx: Tx, row: Insertable<DepositSettings>) => {
  const { branch_id: _, ...values } = row
  return tx
    .insertInto('deposit_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('branch_id').doUpdateSet(values))
    .execute()
}

/** Replaces the deposit rules of all services. */
export async function replaceRules(tx: Tx, rules: readonly Insertable<DepositRules>[]): Promise<void> {
  await tx.deleteFrom('deposit_rules').execute()
  if (rules.length > 0) await tx.insertInto('deposit_rules').values(rules).execute()
}
