import { afterAll, vi } from 'vitest'

// VIPSHOME is ignored, because the image library libvips sets it when it is loaded.
const environment = () => Object.entries(process.env).filter(([name]) => name !== 'VIPSHOME')

/** Returns the state, besides modules, that all test files of a worker process share. */
const shared = () => ({
  'environment variables': JSON.stringify(environment().toSorted()),
  'working directory': process.cwd(),
  clock: String(vi.isFakeTimers()),
  'listeners for signals': String(['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal))),
})

const before = shared()
const first = Object.fromEntries(environment())

/**
 * Test files run one after another in one process. A file that leaves changed state behind fails, so that it cannot
 * affect the next one.
 */
afterAll(async () => {
  // Waits for imports that are still loading, because an interrupted import would break later test files.
  await vi.dynamicImportSettled()
  const after = shared()
  vi.useRealTimers()
  for (const [name] of environment()) if (!(name in first)) delete process.env[name]
  Object.assign(process.env, first)
  const left = Object.entries(after).filter(([what, value]) => value !== before[what as keyof typeof before])
  if (left.length > 0) throw new Error(`This file leaves behind: ${left.map(([what]) => what).join()}.`)
})
