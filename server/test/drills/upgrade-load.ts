import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#server/users/password-error.ts'
import { addDays } from '#shared/lib/manila-time.ts'

/** A process of the app to which the load sends requests; `name` says whether its version is the old or the new one. */
export type Target = { name: 'old' | 'new'; address: URL }
type Answer = { target: Target['name']; task: string; status: number; ms: number; endedAt: number; text: string }
type Headers = Record<string, string>

/** The records of the sample clinic that the load uses. */
export type LoadRecords = {
  today: string
  cashier: string
  terminalId: string | undefined
  clients: readonly { userId: string; clientId: string; name: string }[]
  service: { id: string; treatmentId: string; name: string; pesos: number }
}

const PEOPLE = 6
const PAUSE_MS = 40
/** How many tasks a simulated user does before logging in again. */
const TASKS_OF_A_SESSION = 25

/** Sends each request to the next of the targets in turn, and records the answers. */
class Balancer {
  readonly answers: Answer[] = []
  readonly #open = new Map<Target, number>()
  #targets: readonly Target[]
  #turn = 0

  constructor(targets: readonly Target[]) {
    this.#targets = targets
  }

  /** Changes the targets. Resolves when the removed targets have answered all their requests. */
  async setTargets(targets: readonly Target[]): Promise<void> {
    const gone = this.#targets.filter((target) => !targets.includes(target))
    this.#targets = targets
    while (gone.some((target) => (this.#open.get(target) ?? 0) > 0)) await wait(10)
  }

  /**
   * Sends a request of the load. The request is written out instead of made from today's contracts, because a page that
   * was loaded before the upgrade sends the requests of its own version.
   */
  async send<T>(task: string, path: string, headers: Headers, body?: object): Promise<T> {
    const target = this.#targets[this.#turn++ % this.#targets.length]!
    const startedAt = performance.now()
    const count = (by: number) => this.#open.set(target, (this.#open.get(target) ?? 0) + by)
    const record = (status: number, text: string) => {
      const endedAt = performance.now()
      this.answers.push({ target: target.name, task, status, ms: endedAt - startedAt, endedAt, text })
    }
    const request = body
      ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers }
    count(1)
    try {
      const answer = await fetch(new URL(path, target.address), request)
      const text = await answer.text()
      record(answer.status, text)
      return JSON.parse(answer.ok ? text : 'null') as T
    } catch (error) {
      record(0, String(error))
      throw error
    } finally {
      count(-1)
    }
  }
}

/**
 * The ids of the sales and bookings that were confirmed, and the sales without an answer, which may or may not be
 * recorded.
 */
type Done = { sales: string[]; bookings: string[]; unanswered: Map<string, object> }
/** A simulated user of the load. Each has its own session and dates, so that no two of them book the same time. */
type Person = { number: number; headers: Headers; balancer: Balancer; records: LoadRecords; done: Done }

async function book({ number, headers, balancer, records, done }: Person, n: number): Promise<void> {
  const { service, clients, today } = records
  for (let day = 1 + (n % 3); day < 40; day += 3) {
    const date = addDays(today, day * PEOPLE + number)
    const path = `/api/appointments/availability?service_id=${service.id}&date=${date}`
    const free = await balancer.send<{ data: { days: { starts: { time: string }[] }[] } } | null>(
      'times',
      path,
      headers,
    )
    const time = free?.data.days[0]?.starts[0]?.time
    if (time === undefined) continue
    const booked = await balancer.send<{ data: { appointment_id: string } } | null>(
      'book',
      '/api/store-appointments',
      headers,
      {
        user_id: clients[n % clients.length]!.userId,
        appointment_date: date,
        appointment_time: time,
        treatment_id: service.treatmentId,
        service_id: service.id,
      },
    )
    if (booked) done.bookings.push(booked.data.appointment_id)
    return
  }
}

const sendSale = ({ headers, balancer }: Pick<Person, 'headers' | 'balancer'>, key: string, body: object) =>
  balancer.send<object | null>('sell', '/api/transactions', { ...headers, 'idempotency-key': key }, body)

async function sell({ headers, balancer, records, done }: Person, n: number): Promise<void> {
  const { id: service_id, treatmentId: treatment_id, name, pesos } = records.service
  const client = records.clients[n % records.clients.length]!
  const key = randomUUID()
  const body = {
    customer_name: client.name,
    treatments: [{ service_id, treatment_id, name, quantity: 1, price: pesos, addOns: [] }],
    total: pesos,
    is_discounted: 'no',
    total_after_discount: pesos,
    received_money: pesos,
    exchange_money: 0,
    payment_method: 'cash',
    user_id: client.userId,
    appointment_id: `walkin_${n}`,
    is_walk_in: true,
    terminal_id: records.terminalId,
  }
  done.unanswered.set(key, body)
  if (!(await sendSale({ headers, balancer }, key, body))) return
  done.sales.push(key)
  done.unanswered.delete(key)
}

async function logIn(balancer: Balancer, email: string, address: string): Promise<Headers> {
  const from = { 'x-forwarded-for': address }
  const answer = await balancer.send<{ token: string } | null>('log in', '/api/login', from, {
    email,
    password: DEMO_PASSWORD,
  })
  return { ...from, ...(answer && { authorization: `Bearer ${answer.token}` }) }
}

/** The tasks of a simulated user. Every third user logs in as the admin, who opens charts instead of selling. */
function tasksOf(isAdmin: boolean): ((person: Person, n: number) => Promise<unknown>)[] {
  const read = (task: string, pathOf: (records: LoadRecords, n: number) => string) => (person: Person, n: number) =>
    person.balancer.send(task, pathOf(person.records, n), person.headers)
  return [
    book,
    isAdmin ? read('chart', ({ clients }, n) => `/api/charts/${clients[n % clients.length]!.clientId}`) : sell,
    read('sales', () => '/api/transactions'),
    read('visits', ({ today }) => `/api/get-appointments-ByAdmin?scope=range&from=${today}&to=${addDays(today, 7)}`),
    read('clients', () => '/api/clients'),
  ]
}

/** Starts six simulated users who book, sell and read. They send each request to the next of the targets. */
export function startUpgradeLoad(records: LoadRecords, targets: readonly Target[]) {
  const balancer = new Balancer(targets)
  const done: Done = { sales: [], bookings: [], unanswered: new Map() }
  let isStopping = false
  const beBusy = async (number: number) => {
    const isAdmin = number % 3 === 0
    const tasks = tasksOf(isAdmin)
    const person: Person = { number, headers: {}, balancer, records, done }
    const work = async (n: number) => {
      // A log-in that failed is tried again before the next task.
      if (n % TASKS_OF_A_SESSION === 0 || !('authorization' in person.headers))
        person.headers = await logIn(balancer, isAdmin ? 'admin@mutya.test' : records.cashier, `10.9.0.${number + 1}`)
      if ('authorization' in person.headers) await tasks[(number + n) % tasks.length]!(person, n)
    }
    for (let n = 0; !isStopping; n++) {
      // A failed request is recorded, and the person goes on.
      await work(n).catch(() => undefined)
      await wait(PAUSE_MS)
    }
  }
  const people = Array.from({ length: PEOPLE }, (_, number) => beBusy(number))
  return {
    ...done,
    answers: balancer.answers,
    failed: () => balancer.answers.filter(({ status }) => status < 200 || status > 299),
    /**
     * Sends each sale without an answer twice more with its idempotency key, as a till does; returns how many were
     * confirmed.
     */
    sellAgain: async () => {
      const headers = await logIn(balancer, records.cashier, '10.9.1.1')
      const sales = [...done.unanswered]
      for (const [key, body] of sales) {
        const first = await sendSale({ headers, balancer }, key, body)
        const second = await sendSale({ headers, balancer }, key, body)
        if (first && JSON.stringify(first) === JSON.stringify(second)) done.sales.push(key)
      }
      return { sent: sales.length, confirmed: sales.filter(([key]) => done.sales.includes(key)).length }
    },
    setTargets: (next: readonly Target[]) => balancer.setTargets(next),
    stop: async () => {
      isStopping = true
      await Promise.all(people)
    },
  }
}
