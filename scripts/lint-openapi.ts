import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openApiDocument } from '#server/openapi-document.ts'
import { run } from './run-program.ts'

/**
 * Lints the OpenAPI document with Redocly (recommended rules) and Spectral (`oas`): `npm run lint-openapi`. Together
 * the two linters are 240 packages, so they are downloaded from npm only when they are needed. Their install scripts do
 * not run.
 */
const linters: Record<string, { package: string; args: string[]; isClean: (output: string) => boolean }> = {
  Redocly: {
    package: '@redocly/cli@2.77.0',
    args: ['redocly', 'lint', 'openapi.json', '--extends=recommended', '--max-problems=1000'],
    // Redocly exits with 0 even if it found only warnings, so its output is searched for their number.
    isClean: (output) => !/You have \d+ (?:warning|error)/.test(output),
  },
  Spectral: {
    package: '@stoplight/spectral-cli@6.16.3',
    args: ['spectral', 'lint', 'openapi.json', '--fail-severity=hint'],
    isClean: () => true,
  },
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutya-openapi-'))
fs.writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(await openApiDocument()))
fs.writeFileSync(path.join(folder, '.spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }))
process.chdir(folder)
for (const [name, linter] of Object.entries(linters)) {
  const args = ['--yes', '--ignore-scripts', `--package=${linter.package}`, '--', ...linter.args]
  const { code, output } = await run('npx', args, { output: 'collect' })
  const passed = code === 0 && linter.isClean(output)
  process.stdout.write(passed ? `✓ ${name}\n` : `✗ ${name}\n${output.trimEnd()}\n`)
  if (!passed) process.exitCode = 1
}
fs.rmSync(folder, { recursive: true })
