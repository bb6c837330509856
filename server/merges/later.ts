type Day = string | null

/** The earlier of two days or instants of one form; the other where one is missing. */
export const earlier = (a: Day, b: Day): Day => (a === null || b === null ? (a ?? b) : a < b ? a : b)

/** The later one. */
export const later = (a: Day, b: Day): Day => (a === null || b === null ? (a ?? b) : a > b ? a : b)
