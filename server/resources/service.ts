import { constraintOf } from '#server/db/constraint-errors.ts'
import type { Tx } from '#server/db/pool.ts'
import * as queries from './queries.ts'

export { branchDays } from './branch-day.ts'
export { chosenFor, resourcesOn, type Dates, type ResourceRow } from './views.ts'

/** What a visit occupies; undefined when nothing. */
export const { occupationOf } = queries

/** Makes the resources of a visit free again. */
export const release = async (tx: Tx, appointmentId: string): Promise<void> => {
  await queries.deleteSlots(tx, appointmentId)
}

/** False when somebody took one of the resources meanwhile; the transaction goes on. */
async function tryToOccupy(tx: Tx, occupation: queries.Occupation): Promise<boolean> {
  await queries.setSavepoint(tx)
  try {
    await queries.insertSlots(tx, occupation)
    return true
  } catch (error) {
    if (constraintOf(error) !== 'resource_slots__taken') throw error
    await queries.backToSavepoint(tx)
    return false
  }
}

/**
 * Occupies the first set of resources that nobody has taken meanwhile, from quarter hour to quarter hour. When the last
 * one is taken as well, the error of the constraint ends the transaction, and the person reads its sentence.
 */
export async function occupy(
  tx: Tx,
  appointmentId: string,
  { from, to, sets }: { from: Date; to: Date; sets: readonly string[][] },
): Promise<void> {
  const last = sets.at(-1)
  if (last === undefined) throw new Error('A visit needs resources.')
  for (const resourceIds of sets.slice(0, -1))
    if (await tryToOccupy(tx, { appointmentId, resourceIds, from, to })) return
  await queries.insertSlots(tx, { appointmentId, resourceIds: last, from, to })
}
