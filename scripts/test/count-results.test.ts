import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countResults, PAGE_AT_FAILURE } from './count-results.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'counts-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

let made = 0
const report = (content: unknown) => {
  const file = path.join(folder, `report-${made++}.json`)
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

describe('the result count of a test stage', () => {
  it('the passed and failed tests in a report of Vitest are counted', () => {
    expect(countResults(report({ numPassedTests: 7, numFailedTests: 2 }), 1)).toMatchObject({ passed: 7, failed: 2 })
  })

  it('the passed and failed tests in a report of Playwright are counted; a test that passed only on a retry has failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 3 }
    expect(countResults(report({ stats }), 1)).toMatchObject({ passed: 5, failed: 2 })
  })

  it('failed tests are reported with their files, the first lines of their errors, and the text that the pages showed', () => {
    const testResults = [
      {
        name: path.resolve('server/a.test.ts'),
        assertionResults: [
          { fullName: 'a thing holds', status: 'passed' },
          {
            fullName: 'a thing breaks',
            status: 'failed',
            failureMessages: ['Error: \u001b[31mno lock\u001b[39m\n\n  at a.ts'],
          },
        ],
      },
    ]
    expect(countResults(report({ numPassedTests: 1, numFailedTests: 1, testResults }), 1).failures).toEqual([
      'server/a.test.ts: a thing breaks\n    Error: no lock\n      at a.ts',
    ])
    const stats = { expected: 1, unexpected: 1, flaky: 0 }
    const specs = [
      { title: 'a page opens', ok: true },
      {
        title: 'a page closes',
        ok: false,
        tests: [
          {
            results: [
              {
                errors: [
                  { message: 'Test timeout exceeded.' },
                  { message: 'Error: it is open', location: { file: path.resolve('e2e/b.spec.ts'), line: 7 } },
                ],
              },
            ],
            annotations: [
              { type: 'skip', description: 'not this' },
              { type: PAGE_AT_FAILURE, description: '/booking\nThe clinic is busy.' },
            ],
          },
        ],
      },
    ]
    expect(countResults(report({ stats, suites: [{ suites: [{ file: 'b.spec.ts', specs }] }] }), 1).failures).toEqual([
      [
        'b.spec.ts: a page closes',
        '    Test timeout exceeded.',
        '    Error: it is open',
        '    at e2e/b.spec.ts:7',
        '    /booking',
        '    The clinic is busy.',
      ].join('\n'),
    ])
  })

  it('when every test passed and the runner still exited with an error, the result says where to look', () => {
    expect(countResults(report({ numPassedTests: 7, numFailedTests: 0 }), 1)).toEqual({
      passed: 7,
      failed: 1,
      failures: ['an error outside of every test, such as an unhandled rejection: the output above tells which'],
    })
  })

  it.each([
    ['a report that was never written', path.join(folder, 'none.json'), 0],
    ['a report that ends in the middle', report('{ "numPassed'), 1],
    ['no test at all', report({ numPassedTests: 0, numFailedTests: 0 }), 0],
    ['an error outside of every test', report({ stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{}] }), 1],
  ])('%s counts as a failure of the test stage', (_what, file, exitCode) => {
    expect(countResults(file, exitCode)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('an error exit without a failed test counts as a failure', () => {
    expect(countResults(report({ numPassedTests: 9, numFailedTests: 0 }), 1)).toMatchObject({ passed: 9, failed: 1 })
  })
})
