import { allowedInSource } from './browsers/allowed-features.ts'
import { findYoungCode } from './browsers/find-young-code.ts'
import { judgeUses } from './browsers/judge-uses.ts'
import { youngNames } from './browsers/young-names.ts'
import { isTest, projectFiles } from './structure/source-file.ts'

/** True for source files that run in browsers. */
const isForBrowsers = (path: string) =>
  /^(web|shared)\/.*\.(tsx?|js)$/.test(path) &&
  !path.startsWith('web/test/') &&
  !path.endsWith('.d.ts') &&
  !isTest(path)

const files = projectFiles().filter(({ path }) => isForBrowsers(path))
const findings = judgeUses(findYoungCode(files, youngNames()), allowedInSource)

for (const sentence of findings) process.stdout.write(`${sentence}\n`)
process.stdout.write(`${files.length} files for browsers, ${findings.length} findings\n`)
process.exitCode = findings.length === 0 ? 0 : 1
