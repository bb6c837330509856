import { createHash } from 'node:crypto'
import pg from 'pg'

/** How many statements a connection keeps prepared at most; the shapes of a day's work are about two hundred. */
const MOST_STATEMENTS = 500
/** Beyond this a statement inserts or compares a list, and its text comes in as many lengths as lists do. */
const MOST_PARAMETERS = 40

const names = new Map<string, string>()

/**
 * The name under which a connection keeps a statement prepared, so that PostgreSQL parses and plans it once; undefined for
 * what is better sent as it is: commands without parameters, long lists, and whatever comes after the most that are kept.
 */
export function statementName(text: string, parameters: number): string | undefined {
  if (parameters === 0 || parameters > MOST_PARAMETERS) return undefined
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** What the driver says when its own clock has ended the wait for an answer. */
const TIMED_OUT = 'Query read timeout'

/** How long a new connection may take to open, in milliseconds. */
const CONNECT_MS = 1_200

export type NamedClientConfig = pg.ClientConfig & {
  /** How long a whole transaction may take, in milliseconds: it holds rows that others wait for. */
  transactionMs?: number
}

const begins = /^(begin|start transaction)/
const ends = /^(commit|rollback)$/

/**
 * A connection that prepares what it is asked. Kysely hands over a text and its values; the name is added here. A
 * connection whose database has fallen silent, or is too slow for a whole transaction, is closed at once, so that
 * nobody waits behind the unanswered question; the database then rolls back.
 */
export class NamedClient extends pg.Client {
  readonly #config: NamedClientConfig
  readonly #ended = new Promise((resolve) => this.once('end', resolve))
  /** When the running transaction has taken too long. */
  #until = Infinity

  constructor(config: NamedClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS })
    this.#config = config
    // Lost in the middle of a request: the request is told by its query. Unheard, the event would end the process.
    this.on('error', () => undefined)
  }

  // The base class overloads this method seven ways; only Kysely's is changed.
  override query = ((...given: unknown[]) => {
    const [text, values] = given
    const send = super.query.bind(this) as (...args: unknown[]) => unknown
    const failing = (sent: unknown) =>
      sent instanceof Promise ? sent.catch((error: Error) => this.#fail(error)) : sent
    if (typeof text !== 'string' || !Array.isArray(values) || given.length !== 2) return failing(send(...given))
    const left = this.#timeLeft(text)
    if (left <= 0) return this.#fail(new Error(TIMED_OUT))
    const name = statementName(text, values.length)
    const timeout = left < (this.#config.query_timeout ?? Infinity) ? { query_timeout: left } : {}
    return failing(send({ text, values, ...(name !== undefined && { name }), ...timeout }))
  }) as pg.Client['query']

  /** What a statement may take of its transaction's time, in milliseconds. */
  #timeLeft(text: string): number {
    if (begins.test(text)) this.#until = performance.now() + (this.#config.transactionMs ?? Infinity)
    const left = this.#until - performance.now()
    if (ends.test(text)) this.#until = Infinity
    return left
  }

  async #fail(error: Error): Promise<never> {
    if (error.message === TIMED_OUT) {
      this.connection.stream.destroy()
      // Until it has ended, the pool would hand it to the next request.
      await this.#ended
    }
    throw error
  }
}
