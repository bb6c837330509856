import { errorOfConstraint } from '#server/db/constraint-errors.ts'
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

/** Slot reservations: their owners and expiry. `occupy` writes the slots themselves. */
export * as holds from './hold-queries.ts'

/** The resources that a visit occupies; undefined when there are none. */
export const { occupationOf } = queries

/** Releases a visit's slots. */
export const release = async (tx: Tx, appointmentId: string): Promise<void> => {
  await queries.deleteSlots(tx, appointmentId)
}

const QUARTER_MS = 900_000

const quartersOf = ({ from, to }: queries.Use) => (to.getTime() - from.getTime()) / QUARTER_MS

/** The requested uses of the first resource that was not completely free; empty when all were. */
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

/** True when a set needs all of the taken uses, so that it cannot be had either. */
const needs = (set: readonly queries.Use[], taken: readonly queries.Use[]) =>
  taken.every((one) => set.some(({ id, from, to }) => id === one.id && from <= one.from && to >= one.to))

/** `seen`: the versions of hours by which the sets were chosen; without it the hours are not compared. */
type Wanted<U extends queries.Use = queries.Use> = queries.Looker & {
  sets: readonly (readonly U[])[]
  seen?: queries.SeenHours | undefined
}

/**
 * Reserves the first set of resources whose slots are free and whose hours are unchanged, and returns it. Takes over
 * the caller's own reservation and releases its other slots. Throws the 409 of `resource_slots__taken` when no set is
 * left.
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
    // Skips every other set that needs the same taken slots.
    left = left.slice(1).filter((set) => !needs(set, taken))
  }
  throw errorOfConstraint('resource_slots__taken')
}

/**
 * Reserves a set of resources although others have those in `over`. Returns false when any other one is taken or its
 * hours have changed; the caller must then roll back.
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
