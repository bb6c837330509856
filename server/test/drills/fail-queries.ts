import { sql } from 'kysely'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Database } from '#server/db/pool.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import { drillSize, recordFigure, type Figure } from '../../../scripts/test/drill-form.ts'
import { failStatement } from '../fail-statements.ts'
import { fingerprintTables } from '../fingerprint.ts'
import { findFaults, type Attempt } from './judge-attempts.ts'

const record = (figure: Figure) => recordFigure(figure, 'failing-queries')

/**
 * Tables that a call may change although it fails: secrets of the server are created when one is first needed, and a
 * failed try uses up the challenge of a passkey, which is in the session.
 */
const MAY_CHANGE: Readonly<Record<string, readonly string[]>> = {
  'POST /api/login': ['server_secrets'],
  'POST /api/my/passkeys': ['sessions'],
}

/** How many calls of each kind are made with failing queries. */
const CALLS = drillSize('calls of each kind', 1)
/**
 * A kind of call is tried at most this often: a call that is refused even when no query fails does not count as made.
 */
const MOST_TRIES = 4 * CALLS
/**
 * Up to this number, the report names the calls whose queries no test made fail; above it, the report only counts them.
 */
const MOST_NAMED = 40

const changing = everyEndpoint
  .filter(({ method }) => method !== 'GET')
  .map(({ method, url }) => ({
    name: `${method} ${url}`,
    method,
    pattern: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`),
    tries: 0,
    successes: 0,
  }))
const totals = { queries: 0, calls: 0, faults: 0 }

const kindOf = ({ method = 'GET', url }: InjectOptions) => {
  const [path = ''] = typeof url === 'string' ? url.split('?') : []
  return changing.find((kind) => kind.method === method && kind.pattern.test(path))
}
type Kind = NonNullable<ReturnType<typeof kindOf>>
type Inject = (options: InjectOptions) => Promise<LightMyRequestResponse>

function recordTotals(): void {
  const covered = changing.filter(({ successes }) => successes > 0)
  const missing = changing.filter(({ successes }) => successes === 0).map(({ name }) => name)
  record({
    what: 'calls that change data, and whose queries were made to fail',
    value: `${covered.length} of ${changing.length}`,
  })
  record({ what: 'queries that were made to fail once', value: totals.queries })
  record({
    what: 'unclear errors, and rows that a failed call changed',
    value: totals.faults,
    goal: '0',
    isMissed: totals.faults > 0,
  })
  record({
    what: 'calls that change data, and whose queries were not made to fail',
    value: missing.length > MOST_NAMED ? missing.length : missing.join(', ') || 'none',
  })
}

type Look = { tables: Awaited<ReturnType<typeof fingerprintTables>>; isSending: boolean }

/**
 * Reads whether messages wait to be sent, and then the fingerprints of all tables. While a message waits, the background
 * job that sends it can change the table `messages` at any time.
 */
async function look(db: Database): Promise<Look> {
  const { rows } = await sql`select from messages where state in ('queued', 'sending') limit 1`.execute(db)
  return { isSending: rows.length > 0, tables: await fingerprintTables(db) }
}

/** Names the tables that changed, except those in which a change proves nothing. */
function changedTables(kind: string, before: Look, after: Look): string[] {
  const explained = [...(MAY_CHANGE[kind] ?? []), ...(before.isSending ? ['messages'] : [])]
  return Object.keys(after.tables).filter(
    (table) => after.tables[table] !== before.tables[table] && !explained.includes(table),
  )
}

type Probe = { db: Database; inject: Inject; kind: Kind; callsBeside: () => number }

/** Makes a call with each of its queries failing in turn, and at last without a failure; returns the last answer. */
async function failEachQuery({ db, inject, kind, callsBeside }: Probe, options: InjectOptions) {
  const besideBefore = callsBeside()
  let before = await look(db)
  const attempts: Attempt[] = []
  for (let n = 1; ; n++) {
    const { outcome, hasFailed } = await failStatement(n, () => inject(options))
    if (outcome.status === 'rejected') throw outcome.reason
    const answer = outcome.value
    const after = await look(db)
    const changed = changedTables(kind.name, before, after)
    attempts.push({ n, hasFailed, status: answer.statusCode, body: answer.body, changed })
    // A query after the commit may fail without harm: the call has taken effect then, so it is not sent again.
    const isDone = !hasFailed || (answer.statusCode < 400 && changed.length > 0)
    if (!isDone) {
      before = after
      continue
    }
    kind.tries++
    if (answer.statusCode < 400) kind.successes++
    totals.queries += n - 1
    // Rows may have been changed by another call that was sent meanwhile.
    for (const fault of callsBeside() === besideBefore ? findFaults(attempts) : []) {
      totals.faults++
      record({ what: `${kind.name}, in “${expect.getState().currentTestName}”`, value: fault, isMissed: true })
    }
    recordTotals()
    return answer
  }
}

/**
 * For the drill of failing queries: repeats the first calls of each kind that tests send, so that each of their queries
 * fails once. Calls that run at the same time as another are sent unchanged, because the queries of the other call
 * would be counted too.
 */
export function failQueriesOf(app: FastifyInstance, db: Database): void {
  const inject: Inject = app.inject.bind(app)
  let inFlight = 0
  let beside = 0
  let probe: Promise<unknown> = Promise.resolve()
  const send = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    await probe
    const kind = kindOf(options)
    const isProbed = kind && inFlight === 0 && kind.successes < CALLS && kind.tries < MOST_TRIES
    inFlight++
    try {
      if (!isProbed) {
        beside++
        return await inject(options)
      }
      const answer = failEachQuery({ db, inject, kind, callsBeside: () => beside }, options)
      probe = answer.catch(() => undefined)
      return await answer
    } finally {
      inFlight--
    }
  }
  app.inject = send as typeof app.inject
}
