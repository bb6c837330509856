/** A request that waits for its turn. */
type WaitingRequest = {
  /** The sender of the request: the network address of the visitor, or another name for the sender. */
  key: string
  start: () => void
  /** True if nobody waits for the answer any more. */
  isGone: () => boolean
}

type TurnLimits = {
  /** How many requests may wait in all, and how many of each sender (`key`). */
  maxWaiting: number
  maxWaitingPerKey: number
  /** The longest pause after a start in milliseconds. */
  longestPauseMs: number
}

/** While staff are active, the process pauses after it started a visitor's request, this many times as long as it took. */
const PAUSE_FACTOR = 5

/**
 * Starts requests of visitors one at a time, and lets other work run after each. Otherwise Node.js would start all
 * requests that have arrived before it continues a call of staff, and each step of that call would wait for hundreds of
 * visitors. While staff are active, the process also pauses after each start, five times as long as the start took, so
 * that starting visitors' requests uses at most a sixth of the time of the process. Each sender has a queue. The queues
 * are served in rotation. Their length is limited, because a single connection can send thousands of requests before
 * the first one is answered.
 */
export class VisitorTurns {
  readonly #queues = new Map<string, WaitingRequest[]>()
  readonly #isStaffActive: () => boolean
  readonly #limits: TurnLimits
  #waiting = 0
  #isScheduled = false

  constructor(isStaffActive: () => boolean, limits: TurnLimits) {
    this.#isStaffActive = isStaffActive
    this.#limits = limits
  }

  /** Starts a request when it is its turn. Returns false if too many requests wait already; then it never starts. */
  start(request: WaitingRequest): boolean {
    const { maxWaiting, maxWaitingPerKey } = this.#limits
    const queue = this.#queues.get(request.key) ?? []
    if (this.#waiting >= maxWaiting || queue.length >= maxWaitingPerKey) return false
    queue.push(request)
    this.#queues.set(request.key, queue)
    this.#waiting++
    this.#schedule()
    return true
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting === 0) return
    this.#isScheduled = true
    const scheduledAt = performance.now()
    setImmediate(() => {
      const pauseMs = Math.min((performance.now() - scheduledAt) * PAUSE_FACTOR, this.#limits.longestPauseMs)
      if (this.#isStaffActive()) setTimeout(() => this.#startNext(), pauseMs)
      else this.#startNext()
    })
  }

  /** Takes the oldest request of the sender whose last turn was longest ago. */
  #takeNext(): WaitingRequest | undefined {
    const [entry] = this.#queues
    if (!entry) return undefined
    const [key, queue] = entry
    const next = queue.shift()
    this.#waiting--
    // This sender moves to the end, so that the other senders are served first.
    this.#queues.delete(key)
    if (queue.length > 0) this.#queues.set(key, queue)
    return next
  }

  #startNext(): void {
    this.#isScheduled = false
    let next = this.#takeNext()
    while (next?.isGone()) next = this.#takeNext()
    // The next start is scheduled first, so that a request that throws does not stop the others.
    this.#schedule()
    next?.start()
  }
}
