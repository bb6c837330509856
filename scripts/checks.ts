import path from 'node:path'
import { packaged, run } from './run-program.ts'

type CheckResult = { name: string; passed: boolean; output: string; seconds: number }

/**
 * The checks of format and types cache their results for files that have not changed since. The caches are below
 * `node_modules`, so a fresh installation checks everything.
 */
const cache = (name: string) => path.join('node_modules', '.cache', name)
const formatCache = ['--cache', '--cache-strategy=content', `--cache-location=${cache('check-format')}`]
const typesCache = ['--incremental', '--tsBuildInfoFile', cache('check-types.tsbuildinfo')]

const checks: Record<string, [program: string, ...args: string[]]> = {
  format: [packaged('prettier'), '--check', '--log-level=warn', ...formatCache, '.'],
  lint: [packaged('oxlint'), '--type-aware', '--deny-warnings'],
  types: [packaged('tsc'), '--noEmit', ...typesCache],
  structure: [process.execPath, '--import', 'tsx', 'scripts/check-structure.ts'],
  browsers: [process.execPath, '--import', 'tsx', 'scripts/check-browsers.ts'],
}

async function runCheck(name: string): Promise<CheckResult> {
  const [program, ...args] = checks[name] ?? ['false']
  const { code, output, seconds } = await run(program, args, { output: 'collect' })
  return { name, passed: code === 0, output, seconds }
}

/**
 * Runs format, lint, types, structure and browser checks, two at a time; reports each failure with the tool's output
 * through `tell`.
 */
export async function runChecks(tell: (line: string) => void): Promise<CheckResult[]> {
  const waiting = Object.keys(checks)
  const results: CheckResult[] = []
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const result = await runCheck(name)
      results.push(result)
      tell(`${result.passed ? '✓' : '✗'} ${name}  ${result.seconds.toFixed(1)} s`)
      if (!result.passed) tell(result.output.trimEnd())
    }
  }
  await Promise.all([worker(), worker()])
  return results
}
