import type { ReadTx } from './pool.ts'

/** True if the clinic keeps charts. */
export async function isClinicalRecordOn(tx: ReadTx, branchId: string): Promise<boolean> {
  const settings = await tx
    .selectFrom('chart_settings')
    .select('is_on')
    .where('branch_id', '=', branchId)
    .executeTakeFirstOrThrow()
  return settings.is_on
}
