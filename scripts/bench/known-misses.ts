const counted =
  'the list says how many there are in all, counted anew each time; twenty people who never pause share two cores with the load itself'
const drawn = 'React draws 42 cells with their visits, on a processor slowed four times'

/**
 * Known reasons why a measurement misses its budget, by the beginning of its name. The report shows a reason only if
 * the budget is missed.
 */
const reasons: readonly (readonly [string, string])[] = [
  ['clients, search by number', 'a number in the middle of digits finds little in the index of its three first'],
  ['active appointments', counted],
  ['transactions, search', 'the sums over all that was found read each sale'],
  ['booking: total blocking time', 'hydrating the prerendered page'],
  ['calendar: a month with', drawn],
  ['calendar: back to a month', drawn],
  // These measurements miss their budget only on a slowed processor.
  ...['opened from the desk', 'returning from the previous day', 'switching from rooms to practitioners'].map(
    (what) =>
      [
        `day board, 20 columns and 300 visits: ${what}, processor slowed four times`,
        'React and layout of the columns and visits in sight, on a processor slowed four times',
      ] as const,
  ),
]

/** Returns the known reason for a missed budget, preceded by a colon, or an empty text if none is known. */
export function becauseOf(name: string): string {
  const reason = reasons.find(([beginning]) => name.startsWith(beginning))?.[1]
  return reason ? `: ${reason}` : ''
}
