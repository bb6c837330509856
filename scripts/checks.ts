import { packaged, run } from './run-program.ts'

type CheckResult = { name: string; passed: boolean; output: string; seconds: number }

const checks: Record<string, [program: string, ...args: string[]]> = {
  format: [packaged('oxfmt'), '--check', '.'],
  // The linter also checks types. A separate run of the compiler would resolve the project's types a second time.
  'lint and types': [packaged('oxlint'), '--type-aware', '--type-check', '--deny-warnings'],
  structure: [process.execPath, '--import', 'tsx', 'scripts/check-structure.ts'],
  browsers: [process.execPath, '--import', 'tsx', 'scripts/check-browsers.ts'],
}

async function runCheck(name: string): Promise<CheckResult> {
  const [program, ...args] = checks[name] ?? ['false']
  const { code, output, seconds } = await run(program, args, { output: 'collect' })
  return { name, passed: code === 0, output, seconds }
}

/**
 * Runs all checks, two at a time. Calls `tell` with the result of each check, and with the output of the tools that
 * failed.
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
