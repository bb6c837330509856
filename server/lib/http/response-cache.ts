import type { DataState } from '#server/db/data-state.ts'

type Call<T> = { current: Promise<T>; next?: Promise<T> }

/**
 * Lets concurrent callers that request the same (`key`) share one call. A caller who comes while a call is running
 * waits for the next one, so that nobody gets outdated data. A failure reaches one caller only; the others retry alone.
 */
export class RequestCoalescer<T> {
  readonly #calls = new Map<string, Call<T>>()

  run(key: string, work: () => Promise<T>): Promise<T> {
    const call = this.#calls.get(key)
    if (!call) return this.#start(key, work)
    if (call.next) return call.next.catch(work)
    call.next = call.current.then(
      () => this.#start(key, work),
      () => this.#start(key, work),
    )
    return call.next
  }

  #start(key: string, work: () => Promise<T>): Promise<T> {
    const call: Call<T> = { current: work() }
    this.#calls.set(key, call)
    const removeIfLast = () => {
      if (this.#calls.get(key) === call && !call.next) this.#calls.delete(key)
    }
    call.current.then(removeIfLast, removeIfLast)
    return call.current
  }
}

/** Limits the responses cached in one second, in characters of JSON, because any visitor can request new ones. */
const MAX_CHARACTERS = 16_000_000

/** The state of the data and the current second. Equal requests at the same version have the same response. */
type CacheVersion = string

/**
 * Caches responses as long as nothing is committed, and at most for the second in which they were begun. Each request
 * first checks the state of the data, so nobody gets an outdated response.
 */
export class ResponseCache<T> {
  readonly #readState: () => Promise<DataState>
  readonly #sizeOf: (response: T) => number
  readonly #stateReads = new RequestCoalescer<DataState>()
  readonly #reads = new RequestCoalescer<T>()
  #version: CacheVersion = ''
  #responses = new Map<string, Promise<T>>()
  #size = 0

  constructor(readState: () => Promise<DataState>, sizeOf: (response: T) => number) {
    this.#readState = readState
    this.#sizeOf = sizeOf
  }

  /** The current version. Callers who come while a check of the data is running share the next check. */
  async cacheVersion(now: Date): Promise<CacheVersion> {
    const state = await this.#stateReads.run('state', this.#readState)
    return `${state} ${Math.floor(now.getTime() / 1000)}`
  }

  /**
   * The response to a request. A cached one of the same version is reused; else concurrent callers share one call of
   * `read`. A failure reaches one caller only, and the others retry alone.
   */
  getOrRead(request: string, version: CacheVersion, read: () => Promise<T>): Promise<T> {
    if (version !== this.#version) this.#clear(version)
    const cached = this.#responses.get(request)
    if (cached !== undefined) return cached.catch(read)
    const response = this.#reads.run(request, read)
    void this.#store(request, response)
    return response
  }

  #clear(version: CacheVersion): void {
    this.#version = version
    this.#responses = new Map()
    this.#size = 0
  }

  /**
   * Stores a response while it is loading. It may already be newer than its version, which is harmless: nobody requests
   * that version again.
   */
  async #store(request: string, response: Promise<T>): Promise<void> {
    const responses = this.#responses
    responses.set(request, response)
    try {
      const size = request.length + this.#sizeOf(await response)
      if (responses === this.#responses) this.#size += size
      if (this.#size > MAX_CHARACTERS) responses.delete(request)
    } catch {
      // Removes the failed response from the cache. Its callers receive the error.
      responses.delete(request)
    }
  }
}
