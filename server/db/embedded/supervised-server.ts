import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import {
  forgetDeadPostmaster,
  lastLogLines,
  runningPostmaster,
  startPostmaster,
  takesConnections,
  type PostmasterPlan,
} from './postmaster.ts'
import { isPostgresOn } from './processes.ts'
import { StartError } from './start-error.ts'
import type { SupervisorLog } from './supervisor-log.ts'

/** How often a first start is tried: survivors of a killed server hold its memory for a moment. */
const firstTries = 20
const pauseMs = 100
const longestPauseMs = 5_000

/** Runs one PostgreSQL server, starts it again whenever it dies, and stops it when asked. */
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

  /** Takes over a server that is already running; resolves when it takes connections, false when it went away instead. */
  async adopt(pid: number): Promise<boolean> {
    this.pid = pid
    let running = true
    this.exited = this.gone(pid).then(() => {
      running = false
    })
    while (running && !this.isReady(pid)) await wait(10)
    if (running) void this.keepAlive()
    return running
  }

  /** Starts the server; resolves when it takes connections, throws what it said when it will not start. */
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
   * A fast shutdown: open transactions are rolled back, everything acknowledged is on disk. A server that takes longer than
   * `withinMs` is ended at once, which costs it a recovery at the next start, but no data.
   */
  async stop(withinMs: number): Promise<void> {
    this.stopping = true
    const steps: [NodeJS.Signals, number][] = [
      ['SIGINT', withinMs],
      ['SIGQUIT', 600],
      ['SIGKILL', 400],
    ]
    for (const [signal, patienceMs] of steps) {
      if (!this.send(signal)) return
      await this.exitWithin(patienceMs)
      if (!isPostgresOn(this.pid, this.plan.pgdata)) return
      this.log.warn(`The database did not stop on ${signal} within ${Math.round(patienceMs)} ms.`)
    }
  }

  /** Holds the process awake while it waits, and no longer. */
  private async exitWithin(patienceMs: number): Promise<void> {
    const over = new AbortController()
    await Promise.race([this.exited, wait(patienceMs, undefined, { signal: over.signal })])
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

  /** A start that cannot even be tried (a full disk, too many open files) is one that failed: the app stays up and tries on. */
  private async tryAgain(): Promise<boolean> {
    try {
      if (await this.tryOnce()) return true
      this.problem = lastLogLines(this.plan.logFile)
    } catch (error) {
      this.problem = (error as Error).message
    }
    return false
  }

  private isReady(pid: number): boolean {
    try {
      return takesConnections(this.plan.pgdata, pid)
    } catch {
      return false
    }
  }

  /** One start: true when the server takes connections, false when it exited instead. */
  private async tryOnce(): Promise<boolean> {
    forgetDeadPostmaster(this.plan.pgdata)
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

  /** The end of a server that is not our child: nobody tells us, so we look. */
  private async gone(pid: number): Promise<void> {
    while (this.mayRun(pid)) await wait(200, undefined, { ref: false })
  }

  /** What cannot be looked at is taken to be running still. */
  private mayRun(pid: number): boolean {
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
