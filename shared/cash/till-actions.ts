import type { Centavos } from '#shared/lib/money.ts'

/** What happens at a till without leaving a document: a deleted line, an abandoned order, an opened drawer. */
export const TILL_ACTION_KINDS = ['line_deleted', 'order_dropped', 'drawer_opened'] as const
export type TillActionKind = (typeof TILL_ACTION_KINDS)[number]

type Counted = { count: number; amount: Centavos }

/** The count and the sum of amounts for each kind of till action; openings of the drawer have no amount. */
export type TillActionSums = Record<TillActionKind, Counted>

/** Returns the given sums of till actions with zeros for the missing kinds, always in the same order. */
export function completeSums(sums: Partial<TillActionSums>): TillActionSums {
  const of = (kind: TillActionKind): Counted => {
    const { count, amount } = sums[kind] ?? { count: 0, amount: 0 }
    return { count, amount }
  }
  return {
    line_deleted: of('line_deleted'),
    order_dropped: of('order_dropped'),
    drawer_opened: of('drawer_opened'),
  }
}

/** Adds up the counts and sums of till actions of several shifts. */
export function addSums(all: readonly TillActionSums[]): TillActionSums {
  const together = (kind: TillActionKind) => ({
    count: all.reduce((sum, one) => sum + one[kind].count, 0),
    amount: all.reduce((sum, one) => sum + one[kind].amount, 0),
  })
  return completeSums(Object.fromEntries(TILL_ACTION_KINDS.map((kind) => [kind, together(kind)])))
}

/** The maximum number of actions that one call reports. */
export const MOST_TILL_ACTIONS = 50

/** The maximum number of characters of what was deleted or abandoned, or of the reason of an opening. */
export const MOST_TILL_ACTION_TEXT = 200

/** The maximum age of a reported till action, in seconds (31 days). A till reports an older action with this age. */
export const MOST_TILL_ACTION_AGE = 31 * 86_400
