/**
 * The beginning of the keys under which the browser stores the token of each tablet hand-over; the hand-over's id
 * follows.
 */
export const LATE_TOKEN = 'mutya.form-late.'

/** True if this tablet may still have forms of a hand-over, so that the app loads the code that sends them. */
export function hasHandOvers(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(LATE_TOKEN))
  } catch {
    // Storage is disabled, so this tablet has stored no forms of a hand-over.
    return false
  }
}
