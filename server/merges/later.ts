type Day = string | null

/** The earlier of two dates or instants in the same format; if one is null, the other. */
export const earlier = (a: Day, b: Day): Day => (a === null || b === null ? (a ?? b) : a < b ? a : b)

/** The later of two dates or instants; if one is null, the other. */
export const later = (a: Day, b: Day): Day => (a === null || b === null ? (a ?? b) : a > b ? a : b)
