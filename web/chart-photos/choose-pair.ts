import { angleKey } from '#shared/chart-photos/angles.ts'
import type { AngleGroup, ChartPhoto } from '#shared/chart-photos/contract.ts'

export type Pair = { before: ChartPhoto; after: ChartPhoto }

const isEarlier = (one: ChartPhoto, other: ChartPhoto) =>
  new Date(one.taken_at).getTime() < new Date(other.taken_at).getTime()

/** The two photos in the order in which they were taken. */
const inOrder = (one: ChartPhoto, other: ChartPhoto): Pair =>
  isEarlier(other, one) ? { before: other, after: one } : { before: one, after: other }

/**
 * The pair to compare first. A given photo is compared with the first photo of its angle, or with the last one if it is
 * the first itself. Without a photo, the first and last photo of the first angle in `groups` that has at least two.
 * Null if there is no pair.
 */
export function choosePair(groups: readonly AngleGroup[], photo: ChartPhoto | null): Pair | null {
  if (!photo) {
    const group = groups.find(({ count }) => count > 1)
    return group ? inOrder(group.first, group.last) : null
  }
  const group = groups.find(({ last }) => angleKey(last) === angleKey(photo))
  const other = group && (group.first.id === photo.id ? group.last : group.first)
  return other && other.id !== photo.id ? inOrder(other, photo) : null
}
