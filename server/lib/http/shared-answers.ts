type Flight<T> = { now: Promise<T>; next?: Promise<T> }

/**
 * Lets concurrent callers with the same question share one answer. A caller who comes while an answer is being made
 * waits for the next one, so that nobody gets outdated data. A failure reaches one caller only; the others retry alone.
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
