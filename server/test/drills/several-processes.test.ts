import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { createUser, givePassword } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { drillSize, isDrillNamed, recordFigure } from '../../../scripts/test/drill-form.ts'
import { openAppProcesses, outcomeOf, type AppProcesses } from './app-processes.ts'
import { findLost, readRecords } from './load-records.ts'
import { countRecords, measureGroup, scenariosOf, tableOf, type GroupFigure } from './measure-group.ts'
import { openLargeClinic, startProcessGroup, type ProcessGroup } from './process-group.ts'
import { races } from './race-list.ts'
import { startUpgradeLoad } from './upgrade-load.ts'

// These tests need nginx on the machine.
const drill = test.runIf(isDrillNamed('several-processes'))

const COUNTS = [1, 2, 4]
const SECONDS = drillSize('seconds of each measurement', 2)
const ROUNDS = drillSize('rounds', 1)
const PEOPLE = drillSize('people', 8)
const KILLS = drillSize('kills', 1)

/**
 * The expected answers to the wrong passwords and bookings below: how often each status is answered if a limit counts
 * the requests to all processes together.
 */
const ALLOWED_GUESSES = '{"401":10,"429":20}'
const ALLOWED_BOOKINGS = '{"409":5,"won":5}'

const sumsOf = (all: readonly string[]) =>
  JSON.stringify(Object.fromEntries([...new Set(all)].sort().map((one) => [one, all.filter((x) => x === one).length])))

/** Tries a wrong password thirty times, at each process in turn; returns how often each status was answered. */
async function guessPasswords({ clinic, addresses }: AppProcesses): Promise<string> {
  const owner = await createUser(clinic.server.db, 'cashier')
  await givePassword(clinic.server.db, owner.id, 'pearl of the orient')
  const statuses: string[] = []
  for (let n = 0; n < 30; n++) {
    const answer = await fetch(new URL('/api/login', addresses[n % addresses.length]), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify({ email: owner.email, password: 'not the password' }),
    })
    statuses.push(String(answer.status))
  }
  return sumsOf(statuses)
}

/** Sends a call again that was answered with 503, because a busy machine may not serve everybody at once. */
async function sendUntilServed(call: () => Promise<unknown>): Promise<string> {
  const outcome = await outcomeOf(call().then(() => true))
  return outcome.startsWith('503') ? sendUntilServed(call) : outcome
}

/** One client books ten days at once at all processes; returns how many bookings succeeded, and the refusals. */
async function bookTooMany(app: AppProcesses): Promise<string> {
  const client = await createUser(app.clinic.server.db, 'client')
  const { treatmentId: treatment_id, serviceId: service_id } = app.clinic.till.catalogue
  const callers = await app.callersOf(client, 10)
  const outcomes = await Promise.all(
    callers.map((by, n) => {
      const body = {
        appointment_date: addDays('2027-02-01', n),
        appointment_time: '10:00:00' as const,
        treatment_id,
        service_id,
      }
      return sendUntilServed(() => by(appointmentsContract.book, { body }))
    }),
  )
  return sumsOf(outcomes.map((outcome) => outcome.slice(0, 3)))
}

/**
 * Opens an event stream at each process. The returned function resolves to the number of streams that got the next
 * event.
 */
async function listenEverywhere(addresses: readonly URL[], token: string) {
  const streams = await Promise.all(
    addresses.map((address) =>
      fetch(new URL('/api/events', address), { headers: { authorization: `Bearer ${token}` } }),
    ),
  )
  const arrivalOf = async (stream: Response) => {
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream()))
      if (part.includes('AppointmentBooked')) return performance.now()
    return Infinity
  }
  const arrivals = streams.map(arrivalOf)
  return async (since: number) => {
    const times = await Promise.all(arrivals)
    return { processes: times.length, slowestMs: Math.round(Math.max(...times) - since) }
  }
}

/** Books a visit at the first process; returns how many processes passed the event on, and after which time. */
async function bookWhileListening(app: AppProcesses) {
  const { clinic, addresses } = app
  const arrived = await listenEverywhere(addresses, clinic.till.cashier.token)
  const { treatmentId: treatment_id, serviceId: service_id } = clinic.till.catalogue
  const { id: user_id } = await createUser(clinic.server.db, 'client')
  const body = {
    user_id,
    appointment_date: '2027-03-01',
    appointment_time: '10:00:00' as const,
    treatment_id,
    service_id,
  }
  const by = await app.callerOf(clinic.till.cashier)
  const since = performance.now()
  await by(appointmentsContract.book, { body })
  return arrived(since)
}

/** Runs all races at the processes of a clinic; returns the rounds that did not have exactly one winner. */
async function raceAt(app: AppProcesses): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, race] of Object.entries(races)) {
    const prepare = await race(app, { people: PEOPLE, rounds: ROUNDS })
    for (let round = 0; round < ROUNDS; round++) {
      const outcomes = await Promise.all((await prepare(round)).map((call) => outcomeOf(call())))
      if (outcomes.filter((outcome) => outcome === 'won').length !== 1) wrong.push(`${name} ${round}`)
    }
  }
  app.syncClock()
  expect((await app.clinic.recount()).findings).toEqual([])
  expect(await checkBooks(app.clinic.server.db)).toMatchObject(balanced)
  return wrong
}

/** Returns the jobs that more than one process tried for the same time, or whose last run failed. */
async function findWrongJobs({ clinic }: Pick<AppProcesses, 'clinic'>): Promise<string[]> {
  const runs = () => clinic.server.db.selectFrom('job_runs').selectAll().execute()
  await expect.poll(async () => (await runs()).length).toBeGreaterThan(5)
  await expect.poll(async () => (await runs()).every(({ problem }) => problem === null)).toBe(true)
  return (await runs()).filter(({ tries }) => tries !== 1).map(({ name }) => name)
}

drill.each(COUNTS)(
  'with %i processes of the app, only one of several people can book the same time, limits count the requests to all processes, an event reaches each process, and each job runs once',
  async (count) => {
    const app = await openAppProcesses(count)
    const what = (text: string) => `${count} ${count === 1 ? 'process' : 'processes'}: ${text}`
    const figure = (text: string, value: string | number, goal: string) =>
      recordFigure({ what: what(text), value, goal, isMissed: String(value) !== goal })
    const event = await bookWhileListening(app)
    figure('processes that passed on the event of a booking', event.processes, String(count))
    recordFigure({ what: what('time until the last of them had the event'), value: `${event.slowestMs} ms` })
    const guesses = await guessPasswords(app)
    figure('answers to 30 wrong passwords, by status', guesses, ALLOWED_GUESSES)
    const bookings = await bookTooMany(app)
    figure('answers to ten bookings of one client at once', bookings, ALLOWED_BOOKINGS)
    const wrong = await raceAt(app)
    figure(`rounds of ${ROUNDS * Object.keys(races).length} races without exactly one winner`, wrong.length, '0')
    const jobs = await findWrongJobs(app)
    figure('jobs that were tried more than once for one time', jobs.length, '0')
    expect({ wrong, jobs, processes: event.processes, guesses, bookings }).toEqual({
      wrong: [],
      jobs: [],
      processes: count,
      guesses: ALLOWED_GUESSES,
      bookings: ALLOWED_BOOKINGS,
    })
  },
)

drill('one, two and four processes behind nginx record each sale once and number receipts without gaps', async () => {
  const clinic = await openLargeClinic()
  const scenarios = await scenariosOf(clinic)
  const figures = new Map<number, GroupFigure[]>()
  const before = await countRecords(clinic)
  for (const count of COUNTS) {
    const group = await startProcessGroup(clinic, count)
    const measured: GroupFigure[] = []
    for (const scenario of scenarios) measured.push(await measureGroup(clinic, group, scenario, SECONDS))
    await group.stop()
    figures.set(count, measured)
    for (const { name, perSecond, p99, failed } of measured)
      recordFigure({
        what: `${count} ${count === 1 ? 'process' : 'processes'} behind nginx: ${name}`,
        value: `${Math.round(perSecond)}/s, p99 ${p99} ms, ${failed} failed`,
        goal: '0 failed',
        isMissed: failed > 0,
      })
  }
  process.stdout.write(`\n${tableOf(figures)}\n`)
  const after = await countRecords(clinic)
  const [sales, keys] = [after.sales - before.sales, after.keys - before.keys]
  recordFigure({
    what: 'sales recorded, and idempotency keys of sales',
    value: `${sales}, ${keys}`,
    goal: 'the same',
    isMissed: sales !== keys,
  })
  recordFigure({ what: 'receipt numbers that are missing', value: after.gaps, goal: '0', isMissed: after.gaps !== 0 })
  expect([sales, after.gaps]).toEqual([keys, 0])
  expect([...figures.values()].flat().map(({ failed }) => failed)).toEqual(Array(9).fill(0))
})

type UpgradeLoad = ReturnType<typeof startUpgradeLoad>

/** Kills one process after the other under load and starts it again. Returns the moments of the kills. */
async function killInTurn(group: ProcessGroup, kills: number): Promise<number[]> {
  const moments: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const n = kill % group.programs.length
    await wait(2_000)
    moments.push(performance.now())
    group.programs[n]!.process.kill('SIGKILL')
    await wait(2_000)
    await group.restart(n)
    // After a request without an answer, nginx sends no requests to that process for ten seconds.
    await wait(10_000)
  }
  return moments
}

/**
 * Sorts the requests that failed: those that were open when a process was killed, those that the app refused because
 * the machine is busy, and all others. A 409 does not count as failed, because clients of the sample clinic may already
 * have a visit at the same time.
 */
function judgeFailures(load: UpgradeLoad, kills: readonly number[]) {
  const failed = load.failed().filter(({ status }) => status !== 409)
  const wasOpen = ({ endedAt, ms }: (typeof failed)[number]) =>
    kills.some((kill) => endedAt - ms <= kill && endedAt >= kill)
  const busy = failed.filter(({ status }) => status === 503)
  const broken = failed.filter(({ status }) => status !== 503)
  return { busy, open: broken.filter(wasOpen), others: broken.filter((answer) => !wasOpen(answer)) }
}

drill(
  'a process that is killed under load is noticed only by the requests that were open at it, and nothing confirmed is lost',
  async () => {
    const clinic = await openLargeClinic()
    const group = await startProcessGroup(clinic, 4)
    const records = await readRecords(clinic.cluster.ownerUrl, clinic.today)
    const before = await countRecords(clinic)
    const load = startUpgradeLoad(records, [{ name: 'new', address: group.address }])
    const kills = await killInTurn(group, KILLS)
    await load.stop()
    const { busy, open, others } = judgeFailures(load, kills)
    const again = await load.sellAgain()
    const lost = await findLost(clinic.cluster.ownerUrl, load)
    const after = await countRecords(clinic)
    recordFigure({ what: 'kills of one of four processes; requests in all', value: `${KILLS}, ${load.answers.length}` })
    recordFigure({
      what: 'failed requests that were open at the moment of a kill, by task and status',
      value: sumsOf(open.map(({ task, status }) => `${task} ${status}`)),
    })
    recordFigure({ what: 'requests that were refused because the machine was busy (503)', value: busy.length })
    recordFigure({ what: 'other failed requests', value: others.length, goal: '0', isMissed: others.length > 0 })
    recordFigure({
      what: 'confirmed changes that are lost',
      value: `${lost.length} of ${load.sales.length + load.bookings.length}`,
      goal: '0',
      isMissed: lost.length > 0,
    })
    recordFigure({
      what: 'sales without an answer that were sent again with their key and recorded once',
      value: `${again.confirmed} of ${again.sent}`,
      isMissed: again.confirmed !== again.sent,
    })
    expect(others).toEqual([])
    expect(lost).toEqual([])
    expect([after.gaps, after.sales - before.sales, again.confirmed]).toEqual([0, after.keys - before.keys, again.sent])
    expect(await checkBooks(clinic.db)).toMatchObject({ linesOff: 0, paymentsOff: 0, daysOff: 0, receiptsOff: 0 })
  },
)
