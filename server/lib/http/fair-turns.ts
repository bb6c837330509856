type TurnsOptions = {
  /** How much may run at once. Read anew at each turn, so that it may change. */
  atOnce: () => number
  /** How many may wait, of all keys and of one. */
  mostWaiting: number
  mostWaitingPerKey: number
  /** How long one may wait, in milliseconds. */
  waitMs: number
}

/** Thrown when the queue is full, or when the wait was too long. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

type Waiter = { begin: () => void }

/**
 * Lets a few pieces of work run at once. The others wait in a queue of their own key, and the keys take turns: who sends
 * a thousand calls waits behind the own ones, not everybody else.
 */
export class FairTurns {
  readonly #options: TurnsOptions
  readonly #queues = new Map<string, Set<Waiter>>()
  #waiting = 0
  #running = 0

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Runs `work` in the turn of `key`. Throws `NoTurn`. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce() && this.#waiting === 0) this.#running++
    else await this.#wait(key)
    try {
      return await work()
    } finally {
      this.#running--
      this.admit()
    }
  }

  #wait(key: string): Promise<void> {
    const { mostWaiting, mostWaitingPerKey, waitMs } = this.#options
    const queue = this.#queues.get(key) ?? new Set()
    if (this.#waiting >= mostWaiting || queue.size >= mostWaitingPerKey) return Promise.reject(new NoTurn())
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting--
        queue.delete(waiter)
        if (queue.size === 0) this.#queues.delete(key)
      }
      const waiter: Waiter = {
        begin: () => {
          leave()
          this.#running++
          resolve()
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(new NoTurn())
      }, waitMs)
      this.#waiting++
      queue.add(waiter)
      this.#queues.set(key, queue)
      this.admit()
    })
  }

  /** Lets in whoever may begin now; to be called when `atOnce` has risen. */
  admit(): void {
    while (this.#running < this.#options.atOnce()) {
      const [next] = this.#queues
      if (!next) return
      const [key, queue] = next
      // The key goes to the end: the others have their turn first.
      this.#queues.delete(key)
      this.#queues.set(key, queue)
      const [waiter] = queue
      waiter?.begin()
    }
  }
}
