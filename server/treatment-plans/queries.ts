import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { TreatmentPlans } from '#server/db/schema.ts'

export const insertPlan = (tx: Tx, row: Insertable<TreatmentPlans>) =>
  tx.insertInto('treatment_plans').values(row).execute()

export const updatePlan = (tx: Tx, id: string, values: Updateable<TreatmentPlans>) =>
  tx.updateTable('treatment_plans').set(values).where('id', '=', id).execute()
