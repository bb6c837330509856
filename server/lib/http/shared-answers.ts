type Flight<T> = { now: Promise<T>; next?: Promise<T> }

/**
 * Lets callers who ask the same at the same time share one answer. Whoever comes while an answer is under way waits for
 * the next one: each answer was begun after all who share it had asked, so that nobody is told what was true before.
 * A failure is the failure of one: everybody else asks alone.
 */
export class SharedAnswers<T> {
  readonly #flights = new Map<string, Flight<T>>()

  ask(key: string, work: () => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key)
    if (!flight) return this.#start(key, work)
    if (flight.next) return flight.next.catch(work)
    flight.next = flight.now.then(
      () => this.#start(key, work),
      () => this.#start(key, work),
    )
    return flight.next
  }

  #start(key: string, work: () => Promise<T>): Promise<T> {
    const flight: Flight<T> = { now: work() }
    this.#flights.set(key, flight)
    const land = () => {
      if (this.#flights.get(key) === flight && !flight.next) this.#flights.delete(key)
    }
    flight.now.then(land, land)
    return flight.now
  }
}
