type TurnsOptions = {
  /** The current limit of concurrent work; it may change. */
  atOnce: () => number
  /** The maximum queue length of all keys and of one. */
  mostWaiting: number
  mostWaitingPerKey: number
  /** Maximum waiting time in milliseconds. */
  waitMs: number
}

/** Thrown when the queue is full or the wait was too long. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

type Waiter = { begin: () => void }

/**
 * Limits concurrent work. The rest waits in one queue per key, served in rotation, so that a flood from one key delays
 * only that key.
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

  /** Runs `work` when it is the key's turn. Throws `NoTurn`. */
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

  /** Starts waiting work; to be called when `atOnce` has risen. */
  admit(): void {
    while (this.#running < this.#options.atOnce()) {
      const [next] = this.#queues
      if (!next) return
      const [key, queue] = next
      // Moves the key to the end, so that the others are served first.
      this.#queues.delete(key)
      this.#queues.set(key, queue)
      const [waiter] = queue
      waiter?.begin()
    }
  }
}
