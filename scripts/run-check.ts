import { runChecks } from './checks.ts'

const results = await runChecks((line) => process.stdout.write(`${line}\n`))
process.exitCode = results.every((result) => result.passed) ? 0 : 1
