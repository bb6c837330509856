import fs from 'node:fs'

export type Counts = { passed: number; failed: number }

type Report = {
  // Vitest
  numPassedTests?: number
  numFailedTests?: number
  numFailedTestSuites?: number
  success?: boolean
  // Playwright
  stats?: { expected: number; unexpected: number; flaky: number }
  errors?: unknown[]
}

function countsIn(report: Report): Counts | undefined {
  if (report.stats) {
    const { expected, unexpected, flaky } = report.stats
    return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0) }
  }
  if (report.numPassedTests === undefined) return undefined
  return { passed: report.numPassedTests, failed: report.numFailedTests ?? 0 }
}

function reportIn(file: string): Report | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Report
  } catch {
    // The runner did not get as far as writing its report: that is a failure, counted below.
    return undefined
  }
}

/**
 * What a test runner's JSON report says. A runner that crashed, ran nothing, or ended unhappy with no test to blame counts as one
 * failure, so that no stage is ever green by silence.
 */
export function countResults(reportFile: string, exitCode: number): Counts {
  const report = reportIn(reportFile)
  const counts = (report && countsIn(report)) ?? { passed: 0, failed: 0 }
  const silent = counts.passed + counts.failed === 0
  const unexplained = exitCode !== 0 && counts.failed === 0
  return silent || unexplained ? { ...counts, failed: counts.failed + 1 } : counts
}
