/**
 * Runs a piece of work at once, and again only when `everyMs` have passed: for log lines that a flood would repeat.
 * `work` is told how many calls were left out since the last one.
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
