import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import os from 'node:os'

/**
 * Runs `npm test` several times while other processes keep every core busy, to find flaky tests that depend on timing.
 * The first argument is the number of runs, 5 by default; stages may follow, as for `npm test`: `npx tsx
 * scripts/test/run-busy.ts 5 server browser`. Traces of a failed run are kept in `test-results-of-run-N`.
 */
const [times = '5', ...stages] = process.argv.slice(2)

/** Where the browser tests save traces of failed tests. */
const TRACES = 'test-results'

const burner = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })

const testRun = () =>
  new Promise<{ closing: string; passed: boolean }>((resolve, reject) => {
    const run: ChildProcess = spawn('npm', ['test', '--', ...stages], { stdio: ['ignore', 'pipe', 'inherit'] })
    let tail = ''
    run.stdout!.on('data', (text: Buffer) => {
      process.stdout.write(text)
      tail = (tail + text.toString()).slice(-2_000)
    })
    run.on('error', reject)
    run.on('close', (code) => resolve({ closing: tail.trim().split('\n').at(-1) ?? '', passed: code === 0 }))
  })

const burners = Array.from({ length: os.availableParallelism() }, burner)
const results: string[] = []
try {
  for (let round = 1; round <= Number(times); round++) {
    const startedAt = performance.now()
    const { closing, passed } = await testRun()
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    results.push(`run ${round}: ${closing} (${minutes} minutes)`)
    if (passed) continue
    process.exitCode = 1
    // Moves the traces away so that the next run starts with an empty folder.
    if (existsSync(TRACES)) renameSync(TRACES, `${TRACES}-of-run-${round}`)
  }
} finally {
  for (const process of burners) process.kill('SIGKILL')
}
process.stdout.write(`\nWith ${burners.length} processes that kept every core busy:\n${results.join('\n')}\n`)
