import { errorOfConstraint } from '#server/db/constraint-errors.ts'
import type { Tx } from '#server/db/pool.ts'
import * as queries from './queries.ts'

export { boardResource, branchDays, openingOn, resourceOn } from './branch-day.ts'
export { photoAddress } from './read-resources.ts'
export type { SlotViewer, HoursVersions, Use } from './queries.ts'
export {
  chosenFor,
  feedResource,
  occupationsOf,
  practitionersOf,
  resourceColour,
  resourceName,
  resourceNameOf,
  resourcesOfBoard,
  resourcesOn,
  roomsOfVisits,
  visitTimesInRoom,
  type BoardResourceRow,
  type Dates,
  type ResourceRow,
} from './views.ts'
export { countVisitsOutsideOpening } from './affected-visits.ts'

/** Slot reservations: their owners and expiry. `reserveFreeSet` writes the slots themselves. */
export * as reservations from './reservation-queries.ts'

/** The resources that a visit occupies; undefined when there are none. */
export const { occupationOf } = queries

/** Releases a visit's slots. */
export const releaseSlots = async (tx: Tx, appointmentId: string): Promise<void> => {
  await queries.deleteSlots(tx, appointmentId)
}

const QUARTER_MS = 900_000

const quartersOf = ({ from, to }: queries.Use) => (to.getTime() - from.getTime()) / QUARTER_MS

/**
 * Reserves the slots of the requested uses. Returns the uses of the first resource that was not completely free; empty
 * when all were free.
 */
async function takenUses(
  tx: Tx,
  occupant: queries.Occupant,
  occupation: queries.Occupation,
): Promise<readonly queries.Use[]> {
  const rows = await queries.insertSlots(tx, occupant, occupation)
  const reserved = new Map(rows.map((row) => [row.resource_id, row.reserved]))
  const ofResource = (id: string) => occupation.uses.filter((use) => use.id === id)
  const requested = (id: string) => ofResource(id).reduce((sum, use) => sum + quartersOf(use), 0)
  const taken = occupation.uses.find(({ id }) => (reserved.get(id) ?? 0) < requested(id))
  return taken ? ofResource(taken.id) : []
}

/** True when a set uses every slot that was just found to be taken, so that reserving this set would fail as well. */
const needsAll = (set: readonly queries.Use[], taken: readonly queries.Use[]) =>
  taken.every((one) => set.some(({ id, from, to }) => id === one.id && from <= one.from && to >= one.to))

type Request<U extends queries.Use = queries.Use> = queries.SlotViewer & {
  sets: readonly (readonly U[])[]
  /**
   * The versions of the resources' hours from which the sets were chosen; if undefined, the versions are not compared.
   */
  hoursVersions?: queries.HoursVersions | undefined
}

/**
 * Reserves the first set of resources whose slots are free and whose hours are unchanged, and returns it. Takes over
 * the caller's own reservation and releases its other slots. Throws the 409 of `resource_slots__taken` when no set is
 * left.
 */
export async function reserveFreeSet<U extends queries.Use>(
  tx: Tx,
  occupant: queries.Occupant,
  { sets, ...request }: Request<U>,
): Promise<readonly U[]> {
  let candidates = sets
  while (candidates[0] !== undefined) {
    const uses = candidates[0]
    const isLast = candidates.length === 1
    if (!isLast) await queries.setSavepoint(tx)
    const taken = await takenUses(tx, occupant, { ...request, uses })
    if (taken.length === 0) return uses
    if (!isLast) await queries.rollBackToSavepoint(tx)
    // Skips all other sets that need the same taken slots.
    candidates = candidates.slice(1).filter((set) => !needsAll(set, taken))
  }
  throw errorOfConstraint('resource_slots__taken')
}

/**
 * Reserves a set of resources although other visits occupy the resources in `over`. Returns false when another resource
 * of the set is occupied, or the hours of a resource have changed; the caller must then roll back.
 */
export async function reserveOverbooked(
  tx: Tx,
  appointmentId: string,
  { set, over, ...request }: Omit<Request, 'sets'> & { set: readonly queries.Use[]; over: readonly string[] },
): Promise<boolean> {
  const taken = await queries.insertFreeSlots(tx, appointmentId, { ...request, uses: set })
  if (taken.some(({ resource_id, is_changed }) => is_changed || !over.includes(resource_id))) return false
  if (taken.length > 0) await queries.insertOverbooked(tx, appointmentId, taken)
  return true
}

/** For reports: the hours of people and rooms, and how much of them visits occupy. */
export { bookedHours, peopleAndRooms, practitionerNames, type BookedHour, type UsedResource } from './use-views.ts'
