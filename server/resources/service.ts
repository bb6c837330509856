import { brokenRule } from '#server/db/constraint-errors.ts'
import type { Tx } from '#server/db/pool.ts'
import * as holdQueries from './hold-queries.ts'
import * as queries from './queries.ts'

export { boardResource, branchDays, openingOn } from './branch-day.ts'
export { photoAddress } from './present-resource.ts'
export type { Looker, SeenHours } from './queries.ts'
export {
  chosenFor,
  occupationsOf,
  resourceColour,
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

/** Times that are held for a while: who holds what, until when. What they occupy, `occupy` writes. */
export const holds = holdQueries

/** What a visit occupies; undefined when nothing. */
export const { occupationOf } = queries

/** Makes the resources of a visit free again. */
export const release = async (tx: Tx, appointmentId: string): Promise<void> => {
  await queries.deleteSlots(tx, appointmentId)
}

const QUARTER_MS = 900_000

/** The first resource that did not give all that was asked of it; undefined when every one did. */
async function takenResource(
  tx: Tx,
  occupant: queries.Occupant,
  occupation: queries.Occupation,
): Promise<string | undefined> {
  const got = new Map((await queries.insertSlots(tx, occupant, occupation)).map((row) => [row.resource_id, row.got]))
  const wanted = (occupation.to.getTime() - occupation.from.getTime()) / QUARTER_MS
  return occupation.resourceIds.find((id) => (got.get(id) ?? 0) < wanted)
}

/** `seen`: what the sets were chosen by; without it they are taken whatever their hours are. */
export type Wanted = queries.Looker & {
  from: Date
  to: Date
  sets: readonly string[][]
  seen?: queries.SeenHours | undefined
}

/**
 * Occupies the first set of resources that nobody has taken meanwhile and whose hours are as they were seen, from quarter hour to quarter hour, and returns it.
 * What the caller holds is taken over, and the rest of it given up. Throws the 409 of `resource_slots__taken` when no set
 * is left.
 */
export async function occupy(
  tx: Tx,
  occupant: queries.Occupant,
  { sets, ...wanted }: Wanted,
): Promise<readonly string[]> {
  let left = sets
  while (left[0] !== undefined) {
    const resourceIds = left[0]
    const isLast = left.length === 1
    if (!isLast) await queries.setSavepoint(tx)
    const taken = await takenResource(tx, occupant, { ...wanted, resourceIds })
    if (taken === undefined) return resourceIds
    if (!isLast) await queries.backToSavepoint(tx)
    // What is taken is taken in every other set as well.
    left = left.slice(1).filter((set) => !set.includes(taken))
  }
  throw brokenRule('resource_slots__taken')
}

/**
 * Occupies a set of resources of which some may be held by others: those that are named in `over`. False when another
 * one of them is taken, or the hours of one have changed; the transaction must not go on then.
 */
export async function occupyOver(
  tx: Tx,
  appointmentId: string,
  { set, over, ...wanted }: Omit<Wanted, 'sets'> & { set: readonly string[]; over: readonly string[] },
): Promise<boolean> {
  const held = await queries.insertFreeSlots(tx, appointmentId, { ...wanted, resourceIds: set })
  if (held.some(({ resource_id, is_changed }) => is_changed || !over.includes(resource_id))) return false
  if (held.length > 0) await queries.insertOverbooked(tx, appointmentId, held)
  return true
}
