import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How many lines of each error are repeated at the end of the log. */
const ERROR_LINES = 12

/** The type of the Playwright annotation in which a failed browser test says what a page showed. */
export const PAGE_AT_FAILURE = 'page at failure'

const OUTSIDE = 'an error outside of every test, such as an unhandled rejection: the output above tells which'

export type Counts = { passed: number; failed: number; failures?: string[] }

type TestError = { message?: string; location?: { file: string; line: number } }
type Spec = {
  title: string
  ok: boolean
  tests?: { results: { errors?: TestError[] }[]; annotations?: { type: string; description?: string }[] }[]
}
type Suite = { file?: string; specs?: Spec[]; suites?: Suite[] }

type Report = {
  // The number of passed tests, in a report of Vitest.
  numPassedTests?: number
  numFailedTests?: number
  numFailedTestSuites?: number
  success?: boolean
  testResults?: { name: string; assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[]
  // The suites of tests, in a report of Playwright.
  suites?: Suite[]
  stats?: { expected: number; unexpected: number; flaky: number }
  errors?: unknown[]
}

/** Returns the first lines of an error, without the colours of a terminal, indented below the title of its test. */
function errorLines(message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, ERROR_LINES)
  return lines.map((line) => (line === '' ? '' : `\n    ${line}`)).join('')
}

const placeOf = ({ location }: TestError) =>
  location ? `\n    at ${path.relative(process.cwd(), location.file)}:${location.line}` : ''

/**
 * Returns all errors of a browser test, and what its pages showed when the test failed. A test that reached its time
 * limit has two errors: one says so, and one names the step that waited.
 */
function explainSpec({ tests }: Spec): string {
  const [test] = tests ?? []
  const errors = test?.results.at(-1)?.errors ?? []
  const pages = test?.annotations?.filter(({ type }) => type === PAGE_AT_FAILURE) ?? []
  return [
    ...errors.map((error) => `${errorLines(error.message)}${placeOf(error)}`),
    ...pages.map(({ description }) => errorLines(description)),
  ].join('')
}

function failedSpecs({ file, specs = [], suites = [] }: Suite): string[] {
  const own = specs.filter((spec) => !spec.ok).map((spec) => `${file}: ${spec.title}${explainSpec(spec)}`)
  return [...own, ...suites.flatMap(failedSpecs)]
}

/**
 * Returns the titles of failed tests with their files and errors, to print at the end of the log, where people look
 * first.
 */
function failuresIn({ suites = [], testResults = [] }: Report): string[] {
  const failedIn = (file: (typeof testResults)[number]) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${path.relative(process.cwd(), file.name)}: ${fullName}${errorLines(failureMessages?.[0])}`,
      )
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
    // The test runner ended before it wrote its report. `countResults` counts a missing report as a failure.
    return undefined
  }
}

/**
 * Counts the results in a test runner's JSON report. If the runner crashed, ran no tests, or exited with an error
 * although no test failed, this is reported as one failure, so that a stage cannot pass without having run.
 */
export function countResults(reportFile: string, exitCode: number): Counts {
  const report = reportIn(reportFile)
  const counts = (report && countsIn(report)) ?? { passed: 0, failed: 0 }
  const silent = counts.passed + counts.failed === 0
  const unexplained = exitCode !== 0 && counts.failed === 0
  const failures = [...(report ? failuresIn(report) : []), ...(unexplained ? [OUTSIDE] : [])]
  return {
    ...counts,
    ...(failures.length > 0 && { failures }),
    failed: counts.failed + (silent || unexplained ? 1 : 0),
  }
}
