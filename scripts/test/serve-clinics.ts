import { readEnv } from '#server/lib/env.ts'
import { serve } from '#server/serve.ts'

/**
 * What a browser test asks of this program: to serve a clinic with these environment variables, or to stop serving it.
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
 * Serves one clinic after another for the browser tests of a worker. Loading the app takes two thirds of the time of a
 * start, and the code of a process that already served a clinic is optimized. Tests that stop or kill the app, or start
 * it with an empty data folder, use the program that people start.
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
// The module that follows the test clock lets a program end although it listens for messages.
process.channel!.ref()
// A message that arrives earlier would be lost, because that module already receives messages.
process.send!('ready')
