/** The storage key of the token of a hand-over of the tablet; the id of the hand-over follows. */
export const LATE_TOKEN = 'mutya.form-late.'

/** True if this tablet may still have forms of a hand-over, so that the app loads the code that sends them. */
export function hasHandOvers(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(LATE_TOKEN))
  } catch {
    // Storage is disabled, so nothing was kept.
    return false
  }
}
