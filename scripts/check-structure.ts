import { rules } from './structure/rules.ts'
import { projectFiles } from './structure/source-file.ts'

const files = projectFiles()
const findings = rules.flatMap((rule) => rule(files))

for (const { path, line, sentence } of findings) process.stdout.write(`${path}:${line}  ${sentence}\n`)
process.stdout.write(`${files.length} files, ${findings.length} findings\n`)
process.exitCode = findings.length === 0 ? 0 : 1
