import fs from 'node:fs'
import path from 'node:path'

export type Counts = { passed: number; failed: number; failures?: string[] }

type Suite = { file?: string; specs?: { title: string; ok: boolean }[]; suites?: Suite[] }

type Report = {
  // Vitest reports this field.
  numPassedTests?: number
  numFailedTests?: number
  numFailedTestSuites?: number
  success?: boolean
  testResults?: { name: string; assertionResults: { fullName: string; status: string }[] }[]
  // Playwright reports this field.
  suites?: Suite[]
  stats?: { expected: number; unexpected: number; flaky: number }
  errors?: unknown[]
}

function failedSpecs({ file, specs = [], suites = [] }: Suite): string[] {
  const own = specs.filter((spec) => !spec.ok).map((spec) => `${file}: ${spec.title}`)
  return [...own, ...suites.flatMap(failedSpecs)]
}

/** Returns the titles of failed tests with their files, to print at the end of the log, where people look first. */
function failuresIn({ suites = [], testResults = [] }: Report): string[] {
  const failedIn = (file: (typeof testResults)[number]) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${path.relative(process.cwd(), file.name)}: ${test.fullName}`)
  return [...suites.flatMap(failedSpecs), ...testResults.flatMap(failedIn)]
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
    // The runner ended before it wrote its report, which is counted as a failure below.
    return undefined
  }
}

/**
 * Counts the results in a test runner's JSON report. A runner that crashed, ran no tests, or exited with an error
 * although no test failed counts as one failure, so that a stage cannot pass without having run.
 */
export function countResults(reportFile: string, exitCode: number): Counts {
  const report = reportIn(reportFile)
  const counts = (report && countsIn(report)) ?? { passed: 0, failed: 0 }
  const silent = counts.passed + counts.failed === 0
  const unexplained = exitCode !== 0 && counts.failed === 0
  const failures = report && counts.failed > 0 ? { failures: failuresIn(report) } : {}
  return { ...counts, ...failures, failed: counts.failed + (silent || unexplained ? 1 : 0) }
}
