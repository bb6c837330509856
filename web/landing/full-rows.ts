/**
 * The class for an item of a row with 1 to 4 items, in a grid of twelve columns. Tailwind finds only whole class names,
 * so each is written out.
 */
const spanClass: Record<number, string> = {
  1: 'lg:col-span-12',
  2: 'lg:col-span-6',
  3: 'lg:col-span-4',
  4: 'lg:col-span-3',
}

/** How many items each row has, so that every row is full: at most four, nearly equal, and the shorter rows first. */
export function rowLengths(count: number): number[] {
  const rows = Math.ceil(count / 4)
  const [length, longer] = [Math.floor(count / rows), count % rows]
  return Array.from({ length: rows }, (_, row) => (row < rows - longer ? length : length + 1))
}

/** The classes of a grid whose items fill their rows. */
export const FULL_ROWS = 'grid grid-cols-2 lg:grid-cols-12'

/**
 * The class of each item. Smaller screens have two items per row; there the first item of an odd number fills its row
 * alone.
 */
export const cellClasses = (count: number): string[] =>
  rowLengths(count).flatMap((length, row) =>
    Array.from({ length }, (_, place) =>
      row === 0 && place === 0 && count % 2 === 1 ? `max-lg:col-span-2 ${spanClass[length]}` : spanClass[length]!,
    ),
  )
