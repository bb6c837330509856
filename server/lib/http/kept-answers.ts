import type { DataState } from '#server/db/data-state.ts'
import { SharedAnswers } from './shared-answers.ts'

/** The cache's size per second in characters of JSON, because strangers decide what is requested. */
const MOST_CHARACTERS = 16_000_000

/** The state of the data with the current second: at the same moment the same question has the same response. */
type Moment = string

/**
 * Caches responses as long as nothing is committed, and at most for the second in which they were begun. Each request
 * first checks the state of the data, so nobody gets an outdated response.
 */
export class KeptAnswers<T> {
  readonly #stateOf: () => Promise<DataState>
  readonly #sizeOf: (answer: T) => number
  readonly #looks = new SharedAnswers<DataState>()
  readonly #flights = new SharedAnswers<T>()
  #moment: Moment = ''
  #kept = new Map<string, Promise<T>>()
  #size = 0

  constructor(stateOf: () => Promise<DataState>, sizeOf: (answer: T) => number) {
    this.#stateOf = stateOf
    this.#sizeOf = sizeOf
  }

  /** The current moment. All who ask while one check is running share the next one. */
  async momentAt(now: Date): Promise<Moment> {
    const state = await this.#looks.ask('state', this.#stateOf)
    return `${state} ${Math.floor(now.getTime() / 1000)}`
  }

  /**
   * The response to a question. A cached one of the same moment is reused; else concurrent callers share one call of
   * `read`. A failure reaches one caller only, and the others retry alone.
   */
  ask(question: string, moment: Moment, read: () => Promise<T>): Promise<T> {
    if (moment !== this.#moment) this.#begin(moment)
    const kept = this.#kept.get(question)
    if (kept !== undefined) return kept.catch(read)
    const answer = this.#flights.ask(question, read)
    void this.#keep(question, answer)
    return answer
  }

  #begin(moment: Moment): void {
    this.#moment = moment
    this.#kept = new Map()
    this.#size = 0
  }

  /** A response may be newer than its moment; then the moment is over, and nobody asks for it any more. */
  async #keep(question: string, answer: Promise<T>): Promise<void> {
    const kept = this.#kept
    kept.set(question, answer)
    try {
      const size = question.length + this.#sizeOf(await answer)
      if (kept === this.#kept) this.#size += size
      if (this.#size > MOST_CHARACTERS) kept.delete(question)
    } catch {
      // The callers themselves receive the error.
      kept.delete(question)
    }
  }
}
