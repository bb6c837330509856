import type { DataState } from '#server/db/data-state.ts'
import { SharedAnswers } from './shared-answers.ts'

/** What one second may keep, in characters of JSON: strangers decide what is asked. */
const MOST_CHARACTERS = 16_000_000

/** The data at an instant, cut to the second: whoever finds the same again would be answered the same. */
type Moment = string

/**
 * Keeps answers for as long as nothing is committed, and no longer than the second in which they were begun. Whoever asks
 * learns first whether the data are still the same, so that nobody is told what was true before.
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

  /** The moment at which a question is asked. All who ask while one look at the database is under way share the next. */
  async momentAt(now: Date): Promise<Moment> {
    const state = await this.#looks.ask('state', this.#stateOf)
    return `${state} ${Math.floor(now.getTime() / 1000)}`
  }

  /**
   * The answer to a question. One that was begun at the same moment is given again; else those who ask meanwhile share one
   * that `read` begins. A failure is the failure of one: everybody else asks alone.
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

  /** An answer may be newer than its moment; then the moment has passed, and nobody asks at it any more. */
  async #keep(question: string, answer: Promise<T>): Promise<void> {
    const kept = this.#kept
    kept.set(question, answer)
    try {
      const size = question.length + this.#sizeOf(await answer)
      if (kept === this.#kept) this.#size += size
      if (this.#size > MOST_CHARACTERS) kept.delete(question)
    } catch {
      // Whoever asked is told of it.
      kept.delete(question)
    }
  }
}
