import { randomUUID } from 'node:crypto'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import type { Endpoint, Input } from '#shared/lib/endpoint.ts'
import { call } from '#shared/lib/http-client.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { toCentavos, toPesos } from '#shared/lib/money.ts'
import { overviewContract } from '#shared/overview/contract.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { REPORTS, reports } from '#shared/reports/reports.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { methodName } from '#shared/sales/payment.ts'
import { startOn, tokenOf, type AppProcess } from './app-process.ts'
import { openBenchClinic, sessionsOf, type BenchClinic } from './bench-clinic.ts'
import type { Single } from './report.ts'

/** The size of the books (sales, terminals and shifts) whose reports are measured. */
type BooksSize = {
  sales: number
  /** The number of sales on each terminal on the day whose Z-readings are measured. */
  documentsOfReading: number
  /** The number of terminals that sell on this day. Without this field there is one. */
  terminals?: number
  /** The number of shifts of each terminal on this day, one after the other. Without this field there is one. */
  shifts?: number
  /**
   * The number of times that each report is read. The second slowest time is printed, because the slowest may be an
   * outlier.
   */
  times: number
}
const usual: BooksSize = { sales: 200_000, documentsOfReading: 500, times: 20 }
const REPORT_MS = 300
/** The limit for the owner's page is lower than that for reports, because the owner opens it each morning. */
const OVERVIEW_MS = 150
const READING_MS = 1_000
/**
 * The time budget for the check of the books, which computes all documents again. The check runs at night, but an admin
 * who starts it by hand waits for it.
 */
const CHECK_MS = 10_000
/**
 * The largest cash amount in centavos that one count can have, because a count field holds less than ten million pesos.
 */
const MOST_COUNTED = 900_000_000
/** How many tills sell at the same time. */
const TILLS = 8

const callerOf =
  (app: AppProcess, token: string) =>
  <E extends Endpoint>(e: E, input: Input<E>, options = {}) =>
    call(e, input, {
      ...options,
      send: async (request) => {
        const { pathname, search } = new URL(request.url)
        const headers = { ...Object.fromEntries(request.headers), authorization: `Bearer ${token}` }
        const body = await request.text()
        return fetch(new URL(pathname + search, app.url), { method: request.method, headers, ...(body && { body }) })
      },
    })
type Ask = ReturnType<typeof callerOf>

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * Reads `most` times and returns the second slowest time in milliseconds. A first read, which fills the caches, is not
 * counted.
 */
async function secondSlowest(read: () => Promise<unknown>, most: number): Promise<number> {
  await read()
  const times: number[] = []
  for (let n = 0; n < most; n++) times.push(await timed(read))
  return Math.round(times.toSorted((a, b) => a - b).at(-2) ?? times[0]!)
}

/** Measures every report over a month and a year, and the owner's page. */
async function measureAll(ask: Ask, today: string, most: number): Promise<Single[]> {
  const ranges = { 'a month': addDays(today, -30), 'a year': addDays(today, -365) }
  const singles: Single[] = []
  for (const report of REPORTS)
    for (const [name, from] of Object.entries(ranges)) {
      const read = () => ask(reportsContract.read, { params: { report }, querystring: { from, to: today } })
      const value = await secondSlowest(read, most)
      singles.push({ name: `${report}, ${name}`, value, unit: 'ms', budget: REPORT_MS })
    }
  const overview = await secondSlowest(() => ask(overviewContract.read, {}), most)
  return [...singles, { name: 'the page Overview', value: overview, unit: 'ms', budget: OVERVIEW_MS }]
}

type Played = 'cash' | 'gcash'
/** Every third client pays with GCash, the others pay cash. */
const methodOf = (n: number): Played => (n % 3 === 0 ? 'gcash' : 'cash')

/** Sells a service to a client on a terminal. */
function sellOnce({ clients, services }: BenchClinic, cashier: Ask, terminal_id: string, n: number) {
  const service = services[n % services.length]!
  const payment_method = methodOf(n)
  const client = clients[n % clients.length]!
  const price = toPesos(service.price_centavos)
  const body = {
    customer_name: client.name,
    treatments: [
      { service_id: service.id, name: service.name, quantity: 1, price, treatment_id: service.treatment_id },
    ],
    total: price,
    discount: 0,
    is_discounted: 'no' as const,
    total_after_discount: price,
    received_money: price,
    exchange_money: 0,
    payment_method,
    ...(payment_method === 'gcash' && { reference_number: `G-${n}` }),
    user_id: client.user_id,
    appointment_id: `walkin_${n}`,
    is_walk_in: false,
    terminal_id,
  }
  return cashier(salesContract.checkout, { body }, { idempotencyKey: randomUUID() })
}

/**
 * Makes the sales with the numbers from `first` to before `end` from several tills at once. Returns the sums in centavos
 * by the name of the method.
 */
async function sellAll(app: AppProcess, clinic: BenchClinic, terminals: string[], first: number, end: number) {
  const nextToken = await sessionsOf(clinic, 'cashier@mutya.test', 200)
  const sums = new Map<string, number>()
  let next = first
  const till = async () => {
    while (next < end) {
      const n = next++
      const cashier = callerOf(app, nextToken())
      const { data } = await sellOnce(clinic, cashier, terminals[n % terminals.length]!, n)
      const method = methodName(methodOf(n))
      sums.set(method, (sums.get(method) ?? 0) + toCentavos(data.total_after_discount))
      if (n % 100_000 === 99_999) console.log(`  sold ${n + 1}`)
    }
  }
  await Promise.all(Array.from({ length: TILLS }, till))
  return sums
}

/** Reads from the report how many centavos were paid today with each payment method. */
async function takenToday(admin: Ask, today: string): Promise<Map<string, number>> {
  const columns = reports['sales-by-method'].columns.map(({ key }) => key)
  const querystring = { from: today, to: today }
  const { data } = await admin(reportsContract.read, { params: { report: 'sales-by-method' }, querystring })
  return new Map(
    data.rows.map((row) => [String(row[columns.indexOf('method')]), toCentavos(Number(row[columns.indexOf('net')]))]),
  )
}

/**
 * Records bank drops until the cash left in the drawer is small enough for a single count. Returns this cash in pesos.
 */
async function dropSurplus(admin: Ask, id: string): Promise<number> {
  const { data } = await admin(cashManagementContract.openShifts, {})
  let centavos = toCentavos(data.shifts.find((shift) => shift.id === id)!.expected)
  for (; centavos > MOST_COUNTED; centavos -= MOST_COUNTED) {
    const body = { kind: 'drop' as const, amount: toPesos(MOST_COUNTED), slip_number: `BPI-${centavos}` }
    await admin(cashContract.move, { params: { id }, body }, { idempotencyKey: randomUUID() })
  }
  return toPesos(centavos)
}

/** Adds `count` terminals and switches cash control on. Returns the ids of the terminals. */
async function addTerminals(admin: Ask, count: number): Promise<string[]> {
  const terminals: string[] = []
  for (let n = 1; n <= count; n++) {
    const body = { name: `Bench ${n}`, is_active: true }
    terminals.push((await admin(cashManagementContract.createTerminal, { body })).data.id)
  }
  await admin(cashManagementContract.saveSettings, { body: { is_on: true, allowed_difference: 50 } })
  return terminals
}

/** Opens a shift without a float on each terminal. Returns the ids of the shifts. */
async function openShifts(cashier: Ask, terminals: readonly string[]): Promise<string[]> {
  const shifts: string[] = []
  for (const terminal_id of terminals) {
    const float = { terminal_id, count: { notes: {}, coins: 0 } }
    shifts.push((await cashier(cashContract.openShift, { body: float })).data.id)
  }
  return shifts
}

/** Throws unless the report's amount of each payment method has grown by exactly the amount of the sales. */
function compare(before: Map<string, number>, sold: Map<string, number>, after: Map<string, number>): void {
  for (const [method, sum] of sold) {
    const reported = (after.get(method) ?? 0) - (before.get(method) ?? 0)
    if (reported !== sum) throw new Error(`The report has ${reported} centavos of ${method} instead of ${sum}.`)
  }
}

type People = { admin: Ask; cashier: Ask }

/**
 * Plays one shift on each terminal: makes the sales from `first` to before `end`, compares them with the report, and
 * closes the shifts without a difference. Returns the time of the slowest close.
 */
async function playShifts(
  app: AppProcess,
  clinic: BenchClinic,
  { admin, cashier }: People,
  { terminals, first, end }: { terminals: string[]; first: number; end: number },
): Promise<number> {
  const shifts = await openShifts(cashier, terminals)
  const before = await takenToday(admin, clinic.today)
  compare(before, await sellAll(app, clinic, terminals, first, end), await takenToday(admin, clinic.today))
  const times: number[] = []
  for (const id of shifts) {
    const count = { notes: {}, coins: await dropSurplus(admin, id) }
    times.push(await timed(() => cashier(cashContract.closeShift, { params: { id }, body: { count, reason: null } })))
  }
  return Math.max(...times)
}

/**
 * Makes many sales on some terminals, shift after shift, closes the day, and measures the slowest close of a shift and
 * the slowest Z-reading.
 */
async function measureReading(
  app: AppProcess,
  clinic: BenchClinic,
  people: People,
  { documentsOfReading, terminals: desks = 1, shifts = 1 }: BooksSize,
): Promise<Single[]> {
  const terminals = await addTerminals(people.admin, desks)
  const ofShift = Math.ceil(documentsOfReading / shifts)
  const begun = performance.now()
  let slowestClose = 0
  for (let shift = 0; shift < shifts; shift++) {
    const [first, end] = [shift * ofShift * desks, (shift + 1) * ofShift * desks]
    slowestClose = Math.max(slowestClose, await playShifts(app, clinic, people, { terminals, first, end }))
  }
  const seconds = (performance.now() - begun) / 1000
  console.log(`  ${Math.round((shifts * ofShift * desks) / seconds)} sales a second`)
  const readings: number[] = []
  for (const terminal_id of terminals) {
    const day = { terminal_id, business_date: clinic.today }
    readings.push(await timed(() => people.cashier(cashContract.closeDay, { body: day })))
  }
  const named = (count: number) => count.toLocaleString('en-US')
  return [
    {
      name: `closing a shift of ${named(ofShift)} documents`,
      value: Math.round(slowestClose),
      unit: 'ms',
      budget: READING_MS,
    },
    {
      name: `Z-reading of ${named(ofShift * shifts)} documents`,
      value: Math.round(Math.max(...readings)),
      unit: 'ms',
      budget: READING_MS,
    },
  ]
}

/** Measures reports, a Z-reading (the report that closes a day) and the check of the books in a running app. */
export async function measureBooks(app: AppProcess, clinic: BenchClinic, size: BooksSize): Promise<Single[]> {
  const admin = callerOf(app, await tokenOf(app, 'admin@mutya.test'))
  const cashier = callerOf(app, await tokenOf(app, 'cashier@mutya.test'))
  const measured = await measureAll(admin, clinic.today, size.times)
  for (const { name, value } of measured) console.log(`  ${name}: ${value} ms`)
  const reading = await measureReading(app, clinic, { admin, cashier }, size)
  let findings = 0
  const value = Math.round(
    await timed(async () => {
      findings = (await admin(booksContract.checkBooks, {})).data.finding_count
    }),
  )
  if (findings > 0) throw new Error(`The check of the books found ${findings} differences.`)
  return [...measured, ...reading, { name: 'check of the books', value, unit: 'ms', budget: CHECK_MS }]
}

/** Measures reports, a Z-reading and the check of the books in a clinic with 200,000 visits and as many sales. */
export async function measureReports(now: Date): Promise<Single[]> {
  const clinic = await openBenchClinic(
    { clients: 20_000, appointments: usual.sales, sales: usual.sales, logs: 1_000 },
    now,
  )
  const app = await startOn(clinic)
  try {
    return await measureBooks(app, clinic, usual)
  } finally {
    await app.stop()
    await clinic.close()
  }
}
