import { constraintOf, isPgError } from '#server/db/constraint-errors.ts'
import type { Tx } from '#server/db/pool.ts'
import * as queries from './queries.ts'

export { boardResource, branchDays, openingOn } from './branch-day.ts'
export { photoAddress } from './present-resource.ts'
export {
  chosenFor,
  occupationsOf,
  resourceName,
  resourceNameOf,
  resourcesOfBoard,
  resourcesOn,
  roomsOfVisits,
  type BoardResourceRow,
  type Dates,
  type ResourceRow,
} from './views.ts'
export { judgeOpening } from './visits-hit.ts'

/** What a visit occupies; undefined when nothing. */
export const { occupationOf } = queries

/** Makes the resources of a visit free again. */
export const release = async (tx: Tx, appointmentId: string): Promise<void> => {
  await queries.deleteSlots(tx, appointmentId)
}

/** Which resource an insert found occupied. */
const takenResource = (error: unknown): string | undefined =>
  isPgError(error) ? /=\(([\da-f-]{36}),/.exec(error.detail ?? '')?.[1] : undefined

/** The error of the constraint when somebody took one of the resources meanwhile; the transaction goes on. */
async function tryToOccupy(tx: Tx, occupation: queries.Occupation): Promise<unknown> {
  await queries.setSavepoint(tx)
  try {
    await queries.insertSlots(tx, occupation)
    return undefined
  } catch (error) {
    if (constraintOf(error) !== 'resource_slots__taken') throw error
    await queries.backToSavepoint(tx)
    return error
  }
}

/**
 * Occupies the first set of resources that nobody has taken meanwhile, from quarter hour to quarter hour, and returns it.
 * When none is left, the error of the constraint ends the transaction, and the person reads its sentence.
 */
export async function occupy(
  tx: Tx,
  appointmentId: string,
  { from, to, sets }: { from: Date; to: Date; sets: readonly string[][] },
): Promise<readonly string[]> {
  let left = sets
  let error: unknown = new Error('A visit needs resources.')
  while (left[0] !== undefined) {
    const resourceIds = left[0]
    const occupation = { appointmentId, resourceIds, from, to }
    if (left.length === 1) {
      await queries.insertSlots(tx, occupation)
      return resourceIds
    }
    error = await tryToOccupy(tx, occupation)
    if (error === undefined) return resourceIds
    // What is taken is taken in every other set as well.
    const taken = takenResource(error) ?? ''
    left = left.slice(1).filter((set) => !set.includes(taken))
  }
  throw error
}

/**
 * Occupies a set of resources of which some may be held by others: those that are named in `over`. False when another
 * one of them is taken; the transaction must not go on then.
 */
export async function occupyOver(
  tx: Tx,
  appointmentId: string,
  { from, to, set, over }: { from: Date; to: Date; set: readonly string[]; over: readonly string[] },
): Promise<boolean> {
  const held = await queries.insertFreeSlots(tx, { appointmentId, resourceIds: set, from, to })
  if (held.some(({ resource_id }) => !over.includes(resource_id))) return false
  if (held.length > 0) await queries.insertOverbooked(tx, appointmentId, held)
  return true
}
