import { readEnv } from '#server/lib/env.ts'
import { serve } from '#server/serve.ts'

/**
 * A message from the worker of the browser tests: it starts the app with these environment variables, or stops it.
 */
export type Order = { settings: Record<string, string> } | 'stop'

let stop = () => {}

/** Resolves when the clinic is closed again. */
async function serveUntilStopped(settings: Record<string, string>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  await serve({ env: readEnv({ ...process.env, ...settings }), clock: () => new Date(), stop: stopped })
  process.send!('stopped')
}

/**
 * Starts the app for one clinic after another in the same process, for the browser tests of a worker. Loading the app's
 * modules takes two thirds of a start, so the process loads them once. Tests that need an empty clinic start
 * `dist/server/main.js` instead, as `npm start` does.
 */
process.on('message', (order: Order) => {
  if (order === 'stop') return stop()
  if ('settings' in order) {
    serveUntilStopped(order.settings).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  }
})
process.on('disconnect', () => process.exit())
// Keeps this process running while it waits for messages, although `follow-test-clock.mjs` lets programs end.
process.channel!.ref()
// Tells the tests that orders may be sent now. An earlier order would be lost, because `follow-test-clock.mjs` already
// receives messages.
process.send!('ready')
