/**
 * Starts requests of visitors one at a time, and lets other work run after each. Otherwise Node.js would start all
 * requests that have arrived before it continues a call of staff, and each step of that call would wait for hundreds of
 * visitors.
 */
export class VisitorTurns {
  readonly #waiting: (() => void)[] = []
  #isScheduled = false

  /** Starts a request when it is its turn. */
  start(request: () => void): void {
    this.#waiting.push(request)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      const next = this.#waiting.shift()!
      this.#schedule()
      next()
    })
  }
}
