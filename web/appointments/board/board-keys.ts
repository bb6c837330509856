import { placeIn, startBeside, type Axis, type BoardColumn, type DropTarget } from './board-rules.ts'

/** A visit where it stands: one that several do in turn stands in several columns. */
export type VisitPlace = { id: string; columnId: string }

/** The visits of a column by the time of their part in it. */
const placesIn = ({ id: columnId, visits }: BoardColumn) =>
  visits
    .map((visit) => ({ id: visit.id, columnId, from: placeIn(visit, columnId).from }))
    .toSorted((a, b) => a.from - b.from)

/** Where an arrow leads: up and down in the column, left and right to the nearest in time; null for nowhere. */
export function visitAfterKey(
  columns: readonly BoardColumn[],
  { id, columnId }: VisitPlace,
  key: string,
): VisitPlace | null {
  const at = columns.findIndex((column) => column.id === columnId)
  const places = columns[at] ? placesIn(columns[at]) : []
  const index = places.findIndex((place) => place.id === id)
  if (index === -1) return null
  if (key === 'ArrowUp' || key === 'ArrowDown') return places[index + (key === 'ArrowDown' ? 1 : -1)] ?? null
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const by = key === 'ArrowRight' ? 1 : -1
  const { from } = places[index]!
  for (let next = at + by; next >= 0 && next < columns.length; next += by) {
    const [nearest] = placesIn(columns[next]!).toSorted((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))
    if (nearest) return nearest
  }
  return null
}

/** Where an arrow takes a lifted visit: a start up or down, or the column beside; it stays where there is none. */
export function targetAfterKey(
  target: DropTarget,
  key: string,
  columns: readonly BoardColumn[],
  axis: Axis,
): DropTarget {
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return { ...target, start: startBeside(target.start, key === 'ArrowDown' ? 1 : -1, axis) }
  const at = columns.findIndex(({ id }) => id === target.columnId)
  const next = columns[at + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)]
  return next ? { ...target, columnId: next.id } : target
}
