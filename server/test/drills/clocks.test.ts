import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { everyEndpoint } from '#shared/contracts.ts'
import { REPORTS } from '#shared/reports/reports.ts'
import { drillSize, recordFigure } from '../../../scripts/test/drill-form.ts'
import { createUser } from '../factories.ts'
import { startMain } from '../start-main.ts'

const ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC', 'Asia/Manila'].slice(0, drillSize('zones', 2))

/** Times in Manila around the ends of days, months and years, and February 29; each of them has one sale. */
const SALES = [
  '2027-12-31T23:59:30',
  '2028-01-01T00:00:30',
  '2028-01-31T23:59:30',
  '2028-02-01T00:00:30',
  '2028-02-28T23:59:30',
  '2028-02-29T00:00:30',
  '2028-02-29T23:59:30',
  '2028-03-01T00:00:30',
]
/**
 * The times to which the clock is set: first the times before and after the last midnight of `SALES`, then a time an
 * hour before that midnight, one on the next day, and the other times.
 */
const MOMENTS = [...SALES.slice(-2), '2028-02-29T23:00:30', '2028-03-02T00:00:30', ...SALES.slice(0, -2)].slice(
  0,
  drillSize('times of the clock', 2),
)

/** How many sales each date has, counted by hand. */
const SOLD: Record<string, number> = {
  '2027-12-31': 1,
  '2028-01-01': 1,
  '2028-01-31': 1,
  '2028-02-01': 1,
  '2028-02-28': 1,
  '2028-02-29': 2,
  '2028-03-01': 1,
  '2028-03-02': 0,
}

const TODAY = '/api/dashboard/daily-sales'

/** Lists and files in which times are written in words, where a wrong time zone shows. */
const IN_WORDS = [
  '/api/dashboard/today',
  '/api/dashboard/monthly-sales',
  '/api/transactions/export.csv',
  '/api/get-appointments-ByAdmin/export.csv',
]

/**
 * Addresses whose answers cannot be compared: the history log, to which each export adds an entry; new secrets; the
 * state of the system, which says in how many milliseconds the database answered; and downloads of the caller's own
 * chart, which one person may download only ten times an hour from all processes together.
 */
const CHANGES_EACH_TIME = /history-logs|my\/(?:export|chart)|csrf-cookie|export\.zip|api\/system/

/** Sells at each time, and books a visit for each date; returns the ids of the sales. */
async function fill(till: Till): Promise<string[]> {
  const sales: string[] = []
  const { treatmentId: treatment_id, serviceId: service_id } = till.catalogue
  const asAdmin = till.server.as((await createUser(till.server.db, 'admin')).token)
  for (const moment of SALES) {
    till.server.clock.now = new Date(`${moment}+08:00`)
    // The times are weeks apart, so an admin confirms each date.
    await asAdmin(documentsContract.acceptClock, { body: { date: moment.slice(0, 10) } })
    sales.push((await till.send(till.order([till.peel()]))).id)
    const appointment_date = moment.slice(0, 10)
    const body = { appointment_date, appointment_time: '23:30:00', treatment_id, service_id, user_id: till.client.id }
    if (moment.includes('T00:')) await till.server.as(till.cashier.token)(appointmentsContract.book, { body })
  }
  return sales
}

/** The addresses of all lists, files and reports, and of the receipts. */
function addressesOf(sales: readonly string[]): string[] {
  const lists = everyEndpoint.filter(
    ({ method, url, answers }) => method === 'GET' && !url.includes(':') && answers !== 'stream',
  )
  // Outside of the drill only every fourth address is read, because each is read by every process.
  const oneOf = drillSize('one address of', 4)
  const days = 'from=2027-12-31&to=2028-03-02'
  const all = [
    ...lists.map(({ url }) => url).filter((url) => !CHANGES_EACH_TIME.test(url)),
    ...REPORTS.flatMap((name) => [`/api/reports/${name}?${days}`, `/api/reports/${name}/export.csv?${days}`]),
  ]
  return [
    ...all.filter((_, n) => n % oneOf === 0),
    ...sales.map((id) => `/api/transactions/${id}/receipt`),
    '/api/appointments/day-board?date=2028-02-29',
    '/api/appointments/calendar?month=2028-02',
    ...IN_WORDS,
    TODAY,
  ]
}

/** How many addresses of the app are read at once. */
const AT_ONCE = 8

type Answers = Map<string, string>

/** Runs the app in a time zone. The returned function sets the app's clock and reads all addresses. */
async function openZone(till: Till, token: string, TZ: string, settings: Record<string, string> = {}) {
  const clock = path.join(scratchFolder(), 'clock')
  fs.writeFileSync(clock, `${MOMENTS[0]}+08:00`)
  const { database, uploadsDir } = till.server
  const program = startMain({
    DATABASE_URL: database.appUrl,
    DATABASE_ADMIN_URL: database.ownerUrl,
    DATA_DIR: uploadsDir,
    TZ,
    CLOCK_FILE: clock,
    NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'clock-of-file.mjs')}`,
    ...settings,
  })
  const address = await program.address
  return async (moment: string, addresses: readonly string[]): Promise<Answers> => {
    fs.writeFileSync(clock, `${moment}+08:00`)
    const answers: Answers = new Map()
    const read = async (each: string): Promise<void> => {
      const answer = await fetch(new URL(each, address), { headers: { authorization: `Bearer ${token}` } })
      // A machine that stalls for seconds lets a statement time out; then the same request is sent again.
      if (answer.status === 503) return read(each)
      answers.set(`${moment} ${each}`, `${answer.status} ${await answer.text()}`)
    }
    for (let n = 0; n < addresses.length; n += AT_ONCE) await Promise.all(addresses.slice(n, n + AT_ONCE).map(read))
    return answers
  }
}

const differencesOf = (one: Answers, other: Answers): string[] =>
  [...one].flatMap(([address, answer]) => (other.get(address) === answer ? [] : [address]))

test('in every time zone of the server lists, files, reports and receipts are the same, and a day ends at midnight in Manila', async () => {
  const till = await openTill()
  onTestFinished(() => till.server.close())
  const { token } = await createUser(till.server.db, 'admin')
  const addresses = addressesOf(await fill(till))
  const zones = await Promise.all(ZONES.map((zone) => openZone(till, token, zone)))
  const wrong = await openZone(till, token, 'America/Los_Angeles', { FORGETS_MANILA: '1' })
  const differences: string[] = []
  let found: string[] = []
  for (const moment of MOMENTS) {
    const [first, ...others] = await Promise.all(zones.map((read) => read(moment, addresses)))
    const today = JSON.parse(first!.get(`${moment} ${TODAY}`)!.slice(4)) as {
      data: { daily_sales: number }
    }
    expect(today.data.daily_sales, moment).toBe(1500 * SOLD[moment.slice(0, 10)]!)
    differences.push(...others.flatMap((other) => differencesOf(first!, other)))
    if (moment === MOMENTS[0]) found = differencesOf(await wrong(moment, IN_WORDS), first!)
    const answered = [...first!.values()].filter((answer) => answer.startsWith('200')).length
    expect(answered).toBeGreaterThan(addresses.length * 0.7)
  }
  expect(differences).toEqual([])
  // The process `wrong` has a planted defect, formatting dates in its own time zone, so its answers must differ.
  expect(found, JSON.stringify(found)).not.toEqual([])
  const compared = addresses.length * MOMENTS.length
  recordFigure({
    what: `answers that differ between ${ZONES.length} time zones of the server, at ${MOMENTS.length} times of its clock`,
    value: `0 of ${compared}`,
    goal: '0',
  })
})
