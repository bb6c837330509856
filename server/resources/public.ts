import { brokenRule } from '#server/db/constraint-errors.ts'
import type { Tx } from '#server/db/pool.ts'
import * as queries from './queries.ts'

export { boardResource, branchDays, openingOn, resourceOn } from './branch-day.ts'
export { photoAddress } from './present-resource.ts'
export type { Looker, SeenHours, Use } from './queries.ts'
export {
  chosenFor,
  occupationsOf,
  practitionersOf,
  resourceColour,
  resourceName,
  practitionerNameOf,
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
export * as holds from './hold-queries.ts'

/** What a visit occupies; undefined when nothing. */
export const { occupationOf } = queries

/** Makes the resources of a visit free again. */
export const release = async (tx: Tx, appointmentId: string): Promise<void> => {
  await queries.deleteSlots(tx, appointmentId)
}

const QUARTER_MS = 900_000

const quartersOf = ({ from, to }: queries.Use) => (to.getTime() - from.getTime()) / QUARTER_MS

/** What is wanted of the first resource that did not give all of it; empty when every one did. */
async function takenUses(
  tx: Tx,
  occupant: queries.Occupant,
  occupation: queries.Occupation,
): Promise<readonly queries.Use[]> {
  const got = new Map((await queries.insertSlots(tx, occupant, occupation)).map((row) => [row.resource_id, row.got]))
  const ofResource = (id: string) => occupation.uses.filter((use) => use.id === id)
  const wanted = (id: string) => ofResource(id).reduce((sum, use) => sum + quartersOf(use), 0)
  const taken = occupation.uses.find(({ id }) => (got.get(id) ?? 0) < wanted(id))
  return taken ? ofResource(taken.id) : []
}

/** True when a set needs all of what is taken, which it cannot have either. */
const needs = (set: readonly queries.Use[], taken: readonly queries.Use[]) =>
  taken.every((one) => set.some(({ id, from, to }) => id === one.id && from <= one.from && to >= one.to))

/** `seen`: what the sets were chosen by; without it they are taken whatever their hours are. */
type Wanted<U extends queries.Use = queries.Use> = queries.Looker & {
  sets: readonly (readonly U[])[]
  seen?: queries.SeenHours | undefined
}

/**
 * Occupies the first set of resources that nobody has taken meanwhile and whose hours are as they were seen, from quarter hour to quarter hour, and returns it.
 * What the caller holds is taken over, and the rest of it given up. Throws the 409 of `resource_slots__taken` when no set
 * is left.
 */
export async function occupy<U extends queries.Use>(
  tx: Tx,
  occupant: queries.Occupant,
  { sets, ...wanted }: Wanted<U>,
): Promise<readonly U[]> {
  let left = sets
  while (left[0] !== undefined) {
    const uses = left[0]
    const isLast = left.length === 1
    if (!isLast) await queries.setSavepoint(tx)
    const taken = await takenUses(tx, occupant, { ...wanted, uses })
    if (taken.length === 0) return uses
    if (!isLast) await queries.backToSavepoint(tx)
    // What is taken is taken in every other set as well.
    left = left.slice(1).filter((set) => !needs(set, taken))
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
  { set, over, ...wanted }: Omit<Wanted, 'sets'> & { set: readonly queries.Use[]; over: readonly string[] },
): Promise<boolean> {
  const held = await queries.insertFreeSlots(tx, appointmentId, { ...wanted, uses: set })
  if (held.some(({ resource_id, is_changed }) => is_changed || !over.includes(resource_id))) return false
  if (held.length > 0) await queries.insertOverbooked(tx, appointmentId, held)
  return true
}
