/** The message and the code of whatever was thrown; errors of Node and of the database's driver have a code. */
export function errorDetails(error: unknown): { message: string; code: string | undefined } {
  const message = error instanceof Error ? error.message : String(error)
  const hasCode = typeof error === 'object' && error !== null && 'code' in error
  return { message, code: hasCode && typeof error.code === 'string' ? error.code : undefined }
}

/**
 * Runs work at once, and again only after `everyMs`, for log lines that a flood would repeat. `work` receives the
 * number of skipped calls.
 */
export function throttle(everyMs: number): (work: (skipped: number) => void) => void {
  let nextAt = -Infinity
  let skipped = 0
  return (work) => {
    const now = performance.now()
    if (now < nextAt) {
      skipped++
      return
    }
    const count = skipped
    nextAt = now + everyMs
    skipped = 0
    work(count)
  }
}
