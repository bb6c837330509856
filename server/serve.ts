import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addressOf, announce, openingLines, printLines } from './announce.ts'
import { StartError } from './db/embedded/start-error.ts'
import { openDatabase } from './db/open-database.ts'
import { watchRequests } from '#server/lib/http/drain-requests.ts'
import type { Env } from './lib/env.ts'
import { isProxyNotTrusted, proxyWarning } from '#server/lib/http/untrusted-proxy.ts'
import { errorDetails } from './lib/log-errors.ts'
import type { AppOptions, Running } from './open-app.ts'
import { stopSignal } from './run-program.ts'

type ServeOptions = AppOptions & {
  /** Further lines that the terminal shows once the server accepts requests. */
  greeting?: string[]
  /** Resolves when the server must stop. By default the server stops at a signal. */
  stop?: Promise<void>
}

// A stop takes at most 5 s, also on a busy machine. Running requests and jobs get most of `stopMs`, the database gets
// the rest, and a frozen database gets one second more.
const stopMs = 3_000
const drainMs = 2_200
const connectionsMs = 300

/**
 * How many new connections may wait until the process accepts them. With the 511 of Node.js, the kernel drops further
 * connections of a crowd, and a cashier's connection among them is tried again only seconds later.
 */
const CONNECTIONS_WAITING = 4_096

async function listen(app: FastifyInstance, env: Env): Promise<AddressInfo> {
  try {
    await app.listen({ port: env.port, host: env.host, backlog: CONNECTIONS_WAITING })
    return app.server.address() as AddressInfo
  } catch (error) {
    const { code, message } = errorDetails(error)
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${env.port} is already in use. Stop the program that uses it, or choose another port with PORT.`,
      )
    }
    throw new StartError(`The server cannot listen on ${env.host}, port ${env.port}: ${message}`)
  }
}

type Stopping = { drain: (withinMs: number) => Promise<boolean>; stopJobs: () => Promise<void> }

async function close(running: Running, { drain, stopJobs }: Stopping): Promise<void> {
  const { app, hub, pools, database } = running
  const startedAt = performance.now()
  running.beQuiet()
  // Jobs get as long as requests: a message that is sent now would be sent again after the next start if the database
  // were closed before it is recorded. The stop waits no longer, because no job ends while the database is frozen.
  await Promise.all([drain(drainMs), Promise.race([stopJobs(), wait(drainMs)])])
  // Kept-alive connections are closed now. Otherwise their requests would reach this app as long as its process runs,
  // even after the next process has taken over the port.
  app.server.closeAllConnections()
  // The stop waits only a short time for the app and its connections to close: a frozen database never closes a
  // connection, and neither does an aborted request; stopping the database ends both.
  const closed = app.close().then(() => Promise.all([hub.stop(), ...pools.map((pool) => pool.end())]))
  await Promise.race([closed, wait(connectionsMs)])
  await database.stop(stopMs - (performance.now() - startedAt))
}

/** Starts the server with its database and jobs, and runs it until it must stop; resolves when everything is closed. */
export async function serve(options: ServeOptions): Promise<void> {
  const { stop = stopSignal() } = options
  const log = {
    info: (text: string) => announce('info', text),
    warn: (text: string) => announce('warn', text),
    error: (text: string) => announce('error', text),
  }
  // The app loads its code while PostgreSQL starts, which shortens the start. The app opens its first connection only
  // after the code is loaded: on a slow machine, loading blocks the process for seconds, and a connection that waits for
  // an answer of the database meanwhile would time out.
  const loadApp = () => import('./open-app.ts')
  const database = await openDatabase(options.env, log, { whileStarting: loadApp })
  const { newSetupCode, openApp, startAllJobs } = await loadApp()
  try {
    const running = await openApp(options, database)
    const { drain } = watchRequests(running.app.server)
    const address = addressOf(options.env, await listen(running.app, options.env))
    const code = await newSetupCode(running, options.clock())
    // The greeting is for people (it contains the sample clinic's log-ins), so it is printed as lines even where the
    // output is JSON.
    if (options.greeting) printLines(...openingLines(address, code), ...options.greeting)
    else announce('info', ...openingLines(address, code))
    if (isProxyNotTrusted(options.env)) announce('warn', ...proxyWarning.map((line) => `  ${line}`), '')
    const stopJobs = await startAllJobs(options, running)
    await stop
    await close(running, { drain, stopJobs })
  } catch (error) {
    await database.stop()
    throw error
  }
}
