import type { Tx } from '#server/db/pool.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'
import * as queries from './queries.ts'

/** The treatment to which a service or an add-on is assigned; throws a 422 for one that is unknown or deleted. */
export async function parentTreatment(tx: Tx, id: string): Promise<{ id: string; name: string }> {
  const treatment = await queries.liveTreatmentToShare(tx, id)
  if (!treatment) throw invalid('treatment_id', s.noSuchTreatment)
  return treatment
}

/** Throws a 409 when the treatment is deleted, because what is restored under it would stay hidden. */
export async function requireLiveParent(tx: Tx, id: string): Promise<void> {
  if (!(await queries.liveTreatmentToShare(tx, id))) throw new AppError('conflict', s.treatmentIsDeleted)
}
