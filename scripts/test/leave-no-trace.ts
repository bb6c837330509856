import { afterAll, vi } from 'vitest'

// libvips, which reads pictures, sets VIPSHOME when it is loaded.
const environment = () => Object.entries(process.env).filter(([name]) => name !== 'VIPSHOME')

/** What the files of a worker share besides modules. */
const shared = () => ({
  'environment variables': JSON.stringify(environment().toSorted()),
  'working directory': process.cwd(),
  clock: String(vi.isFakeTimers()),
  'listeners for signals': String(['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal))),
})

const before = shared()
const first = Object.fromEntries(environment())

/** Test files follow one another in one process: what a file leaves behind fails it, and does not reach the next. */
afterAll(async () => {
  // A part that a page still loads would be broken for the files that follow.
  await vi.dynamicImportSettled()
  const after = shared()
  vi.useRealTimers()
  for (const [name] of environment()) if (!(name in first)) delete process.env[name]
  Object.assign(process.env, first)
  const left = Object.entries(after).filter(([what, value]) => value !== before[what as keyof typeof before])
  if (left.length > 0) throw new Error(`This file leaves behind: ${left.map(([what]) => what).join()}.`)
})
