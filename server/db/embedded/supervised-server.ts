import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { errorDetails } from '#server/lib/log-errors.ts'
import {
  deleteStalePidFile,
  lastLogLines,
  runningPostmaster,
  startPostmaster,
  acceptsConnections,
  type PostmasterPlan,
} from './postmaster.ts'
import { isPostgresOn } from './processes.ts'
import { StartError } from './start-error.ts'
import type { SupervisorLog } from './supervisor-log.ts'

/**
 * How often a first start is tried. Several tries are needed, because child processes of a killed server hold its
 * shared memory for a moment.
 */
const firstTries = 20
const pauseMs = 100
const longestPauseMs = 5_000

/** Runs one PostgreSQL server, restarts it when it dies, and stops it on request. */
export class SupervisedServer {
  pid = 0
  private stopping = false
  /** Why the last start failed. */
  private problem = ''
  private exited: Promise<void> = Promise.resolve()

  constructor(
    private readonly plan: PostmasterPlan,
    private readonly log: SupervisorLog,
  ) {}

  get socketFolder(): string {
    return this.plan.socketFolder
  }

  /** Takes over a running server. Returns true once it accepts connections, false if it exited. */
  async adopt(pid: number): Promise<boolean> {
    this.pid = pid
    let running = true
    this.exited = this.pollForExit(pid).then(() => {
      running = false
    })
    while (running && !this.isReady(pid)) await wait(10)
    if (running) void this.keepAlive()
    return running
  }

  /**
   * Starts the server and waits until it accepts connections. Throws an error with the last lines of its log if it does
   * not start.
   */
  async start(): Promise<void> {
    for (let left = firstTries; !(await this.tryOnce()); left--) {
      if (left === 1) {
        throw new StartError(
          `The database does not start. The last lines of ${this.plan.logFile}:\n${lastLogLines(this.plan.logFile)}`,
        )
      }
      await wait(pauseMs)
    }
    void this.keepAlive()
  }

  /**
   * A fast shutdown: open transactions are rolled back, and committed ones are on disk. After `withinMs` the server is
   * killed, which costs a recovery at the next start but no data.
   */
  async stop(withinMs: number): Promise<void> {
    this.stopping = true
    const steps: [NodeJS.Signals, number][] = [
      ['SIGINT', withinMs],
      ['SIGQUIT', 600],
      ['SIGKILL', 400],
    ]
    for (const [signal, waitMs] of steps) {
      if (!this.send(signal)) return
      await this.exitWithin(waitMs)
      if (!isPostgresOn(this.pid, this.plan.pgdata)) return
      this.log.warn(`The database did not stop on ${signal} within ${Math.round(waitMs)} ms.`)
    }
  }

  /** Waits for the exit; the timer keeps the process alive only during the wait. */
  private async exitWithin(withinMs: number): Promise<void> {
    const over = new AbortController()
    await Promise.race([this.exited, wait(withinMs, undefined, { signal: over.signal })])
    over.abort()
  }

  private send(signal: NodeJS.Signals): boolean {
    return isPostgresOn(this.pid, this.plan.pgdata) && process.kill(this.pid, signal)
  }

  private async keepAlive(): Promise<void> {
    while (!this.stopping) {
      await this.exited
      if (this.stopping) return
      this.log.error('The database stopped unexpectedly; it is being started again.')
      for (let pause = pauseMs; !(await this.tryAgain()); pause = Math.min(pause * 2, longestPauseMs)) {
        if (this.stopping) return
        if (pause === pauseMs * 16) this.log.error(`It does not start yet. ${this.problem}`)
        await wait(pause, undefined, { ref: false })
      }
      if (!this.stopping) this.log.info('The database is back.')
    }
  }

  /**
   * A start that cannot even be attempted (full disk, too many open files) counts as failed, so that the app stays up
   * and retries.
   */
  private async tryAgain(): Promise<boolean> {
    try {
      if (await this.tryOnce()) return true
      this.problem = lastLogLines(this.plan.logFile)
    } catch (error) {
      this.problem = errorDetails(error).message
    }
    return false
  }

  private isReady(pid: number): boolean {
    try {
      return acceptsConnections(this.plan.pgdata, pid)
    } catch {
      return false
    }
  }

  /** One attempt: true when the server accepts connections, false when it exited. */
  private async tryOnce(): Promise<boolean> {
    deleteStalePidFile(this.plan.pgdata)
    const child = startPostmaster(this.plan)
    let running = true
    this.exited = exitOf(child).then(() => {
      running = false
    })
    if (child.pid === undefined) return false
    this.pid = child.pid
    if (this.stopping) this.send('SIGINT')
    while (running) {
      if (this.isReady(child.pid)) return true
      await wait(10)
    }
    return false
  }

  /** Polls for the end of a server that is not our child process, because no event reports it. */
  private async pollForExit(pid: number): Promise<void> {
    while (this.isPossiblyRunning(pid)) await wait(200, undefined, { ref: false })
  }

  /** If the state cannot be read, the server is assumed to be running. */
  private isPossiblyRunning(pid: number): boolean {
    try {
      return runningPostmaster(this.plan.pgdata)?.pid === pid
    } catch {
      return true
    }
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
}
