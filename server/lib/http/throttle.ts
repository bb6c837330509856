/**
 * Runs work at once, and again only after `everyMs`, for log lines that a flood would repeat. `work` receives the
 * number of skipped calls.
 */
export function throttle(everyMs: number): (work: (leftOut: number) => void) => void {
  let nextAt = -Infinity
  let leftOut = 0
  return (work) => {
    const now = performance.now()
    if (now < nextAt) {
      leftOut++
      return
    }
    const count = leftOut
    nextAt = now + everyMs
    leftOut = 0
    work(count)
  }
}
