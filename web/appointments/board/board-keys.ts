import { timeInColumn, startBeside, type Axis, type BoardColumn, type DropTarget } from './board-rules.ts'

/**
 * A visit and one of the columns in which the day board shows it: a visit with several practitioners is in several
 * columns.
 */
export type VisitPosition = { id: string; columnId: string }

/**
 * The visits of a column, sorted by time. A visit with several practitioners or rooms is sorted by the start of its
 * part in this column.
 */
const visitsByTime = ({ id: columnId, visits }: BoardColumn) =>
  visits
    .map((visit) => ({ id: visit.id, columnId, from: timeInColumn(visit, columnId).from }))
    .toSorted((a, b) => a.from - b.from)

/**
 * Returns the visit to which an arrow key moves. Up and down move within the column; left and right move to the visit
 * that is nearest in time in the next column that has visits. Returns null if there is no such visit.
 */
export function visitAfterKey(
  columns: readonly BoardColumn[],
  { id, columnId }: VisitPosition,
  key: string,
): VisitPosition | null {
  const at = columns.findIndex((column) => column.id === columnId)
  const places = columns[at] ? visitsByTime(columns[at]) : []
  const index = places.findIndex((place) => place.id === id)
  if (index === -1) return null
  if (key === 'ArrowUp' || key === 'ArrowDown') return places[index + (key === 'ArrowDown' ? 1 : -1)] ?? null
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const by = key === 'ArrowRight' ? 1 : -1
  const { from } = places[index]!
  for (let next = at + by; next >= 0 && next < columns.length; next += by) {
    const [nearest] = visitsByTime(columns[next]!).toSorted((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))
    if (nearest) return nearest
  }
  return null
}

/**
 * Returns where an arrow key moves a picked-up visit: to the next start time above or below, or to the next column. If
 * there is none, the target stays the same.
 */
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
