import { SenderQueues, type QueueLimits, type Sender } from './sender-queues.ts'

/** A request that waits for its turn. */
type WaitingRequest = {
  sender: Sender
  start: () => void
  /** Called instead of `start` if too many requests wait. */
  refuse: () => void
  /** True if nobody waits for the answer any more. */
  isGone: () => boolean
}

type TurnLimits = QueueLimits & {
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
  readonly #queues: SenderQueues<WaitingRequest>
  readonly #isStaffActive: () => boolean
  readonly #longestPauseMs: number
  #isScheduled = false

  constructor(isStaffActive: () => boolean, limits: TurnLimits) {
    this.#queues = new SenderQueues(limits)
    this.#isStaffActive = isStaffActive
    this.#longestPauseMs = limits.longestPauseMs
  }

  /** Starts a request when it is its turn. If too many requests wait, refuses it or the request that it displaces. */
  start(request: WaitingRequest): void {
    const refused = this.#queues.add(request.sender, request)
    this.#schedule()
    refused?.refuse()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queues.length === 0) return
    this.#isScheduled = true
    const scheduledAt = performance.now()
    setImmediate(() => {
      const pauseMs = Math.min((performance.now() - scheduledAt) * PAUSE_FACTOR, this.#longestPauseMs)
      if (this.#isStaffActive()) setTimeout(() => this.#startNext(), pauseMs)
      else this.#startNext()
    })
  }

  #startNext(): void {
    this.#isScheduled = false
    let next = this.#queues.takeNext()
    while (next?.isGone()) next = this.#queues.takeNext()
    // The next start is scheduled first, so that a request that throws does not stop the others.
    this.#schedule()
    next?.start()
  }
}
