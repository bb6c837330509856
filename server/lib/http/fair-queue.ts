import { SenderQueues, type QueueLimits, type Sender } from './sender-queues.ts'

type FairQueueOptions = QueueLimits & {
  /** The current limit of concurrent work; it may change. */
  atOnce: () => number
  /**
   * Returns for how many milliseconds a call that took `tookMs` milliseconds still counts as running after its end, so
   * that the next call begins later. By default there is no such pause.
   */
  pauseMs?: (tookMs: number) => number
}

export type Caller = {
  sender: Sender
  /** Work that has not begun by then is refused; a time of `performance.now()`. */
  deadline: number
  /** True if nobody waits for the answer any more. */
  isGone: () => boolean
}

/** A queue throws this error for work that is refused because too many calls wait, in all or from the same address. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** A queue throws this error for work that did not begin before the deadline of its caller. */
export class QueueTimeoutError extends Error {
  override readonly name = 'QueueTimeoutError'
}

/** A queue throws this error for work whose caller had disconnected when its turn came. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError'
}

type Waiter = { begin: () => void; refuse: (error: Error) => void }

/**
 * Limits how much work runs at once. Work beyond the limit waits in a queue for each sender. The queues are served in
 * rotation, so that a flood from one sender delays only the work of this sender.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  readonly #queues: SenderQueues<Waiter>
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
    this.#queues = new SenderQueues(options)
  }

  get waiting(): number {
    return this.#queues.length
  }

  /**
   * Runs `work` as soon as fewer than `atOnce` calls run and it is the turn of its sender. Throws `QueueFullError`,
   * `QueueTimeoutError` or `CallerGoneError` if the work never begins.
   */
  async run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce() && this.waiting === 0) this.#running++
    else await this.#wait(caller)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      const pauseMs = this.#options.pauseMs?.(performance.now() - startedAt) ?? 0
      if (pauseMs > 0) setTimeout(() => this.#end(), pauseMs)
      else this.#end()
    }
  }

  #end(): void {
    this.#running--
    this.admit()
  }

  #wait({ sender, deadline, isGone }: Caller): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (error: Error) => {
        clearTimeout(timer)
        reject(error)
      }
      const begin = () => {
        if (isGone()) return refuse(new CallerGoneError())
        clearTimeout(timer)
        this.#running++
        resolve()
      }
      const waiter: Waiter = { begin, refuse }
      const timer = setTimeout(
        () => {
          this.#queues.remove(sender, waiter)
          reject(new QueueTimeoutError())
        },
        Math.max(0, deadline - performance.now()),
      )
      this.#queues.add(sender, waiter)?.refuse(new QueueFullError())
      this.admit()
    })
  }

  /** Starts waiting work; to be called when `atOnce` has risen. */
  admit(): void {
    while (this.#running < this.#options.atOnce()) {
      const next = this.#queues.takeNext()
      if (!next) return
      next.begin()
    }
  }
}
