import type { Updateable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { Clinic } from '#server/db/schema.ts'
import type { OpeningHours } from '#shared/clinic/opening-hours.ts'

export const readClinic = (tx: ReadTx) => tx.selectFrom('clinic').selectAll().executeTakeFirst()

export const readHours = (tx: ReadTx) => tx.selectFrom('opening_hours').selectAll().orderBy('weekday').execute()

export async function upsertClinic(
  tx: Tx,
  values: Updateable<Clinic> & { name: string; updated_at: Date },
): Promise<void> {
  await tx
    .insertInto('clinic')
    .values({ ...values, id: 1 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

export async function updateHours(tx: Tx, hours: readonly OpeningHours[]): Promise<void> {
  for (const { weekday, ...rest } of hours)
    await tx.updateTable('opening_hours').set(rest).where('weekday', '=', weekday).execute()
}
