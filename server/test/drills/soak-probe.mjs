import { appendFileSync, existsSync, openSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// This module is loaded before the app of the soak drill. It collects garbage, appends the heap in use and the memory
// of buffers to a file, and leaks memory and descriptors while there is a file with the ending `leaks`.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')
const kept = []
setInterval(() => {
  if (existsSync(`${process.env.SOAK_FILE}.leaks`))
    kept.push(Array(50_000).fill(performance.now()), openSync('/dev/null', 'r'))
}, 200).unref()
// Collecting the whole heap takes a tenth of a second of processor time, so it happens only every SOAK_EVERY_MS.
setInterval(() => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  appendFileSync(process.env.SOAK_FILE, `${heapUsed} ${external}\n`)
}, Number(process.env.SOAK_EVERY_MS)).unref()
