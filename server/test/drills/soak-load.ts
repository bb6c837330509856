import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ask, scratchFolder } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { orderOf, lineMakers } from '#server/sales/till-fixture.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { openBusyClinic, type BusyClinic } from '../busy-clinic.ts'
import { callerAt } from '../caller-at.ts'
import { createSession, createUser, type TestUser } from '../factories.ts'
import { TASKS, type Answered, type Sample } from './judge-soak.ts'

const PEOPLE = 8
/** Each person uses many sessions in turn, because one session may send only five changes a second. */
const SESSIONS = 400
const CLIENTS = 200
/** Each person books on 40 days of the next eleven months, so that an hour of load adds few visits to a day. */
const DAYS_OF_PERSON = 40

/** Opens a clinic whose app reports its heap to a file; `plantLeak` makes the app leak memory and descriptors. */
export async function openSoakClinic(everyMs: number) {
  const file = path.join(scratchFolder(), 'heap')
  const probe = path.join(import.meta.dirname, 'soak-probe.mjs')
  const clinic = await openBusyClinic(undefined, {
    NODE_OPTIONS: `--import ${probe}`,
    SOAK_FILE: file,
    SOAK_EVERY_MS: String(everyMs),
  })
  const task = await prepareTasks(clinic)
  return { clinic, file, everyMs, task, plantLeak: () => fs.writeFileSync(`${file}.leaks`, '') }
}
type SoakClinic = Awaited<ReturnType<typeof openSoakClinic>>

/** Adds the people of the load. Each call of `by` returns a caller with the next session of the cashier. */
async function addPeople({ db, address }: BusyClinic) {
  // All people are added in one commit, because each commit waits for the disk.
  const { clients, tokens } = await db.transaction().execute(async (tx) => {
    const cashier = await createUser(tx, 'cashier')
    const added: TestUser[] = []
    while (added.length < CLIENTS) added.push(await createUser(tx, 'client'))
    return {
      clients: added,
      tokens: await Promise.all(Array.from({ length: SESSIONS }, () => createSession(tx, cashier.id))),
    }
  })
  let count = 0
  return {
    by: () => callerAt(address(), tokens[count++ % SESSIONS]!),
    clientOf: (person: number, n: number) => clients[(n * PEOPLE + person) % CLIENTS]!,
  }
}

/**
 * Prepares the tasks of the load: to book a visit and cancel it, to sell, and to read two lists. What a task reads
 * hardly grows during an hour, so that a slower answer is a fault of the app and not of larger lists: the sales and
 * visits belong to many clients, the visits are spread over 320 days, and the lists are those of other days.
 */
async function prepareTasks(clinic: BusyClinic) {
  const { catalogue } = clinic.desk
  const { by, clientOf } = await addPeople(clinic)
  const today = manilaDate(new Date())
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]
  const bookAt = async (client: TestUser, appointment_date: CivilDate, n: number) => {
    const body = {
      user_id: client.id,
      appointment_date,
      appointment_time: SLOT_TIMES[n % SLOT_TIMES.length]!,
      treatment_id: catalogue.treatmentId,
      service_id: catalogue.serviceId,
    }
    const { data } = await by()(appointmentsContract.book, { body })
    return data.appointment_id
  }
  // All times of tomorrow are booked, so that the list of tomorrow's visits is that of a full day.
  for (const n of SLOT_TIMES.keys()) await bookAt(clientOf(0, n), tomorrow, n)
  const book = async (person: number, n: number) => {
    const day = addDays(tomorrow, 1 + person + PEOPLE * (Math.floor(n / SLOT_TIMES.length) % DAYS_OF_PERSON))
    const id = await bookAt(clientOf(person, n), day, n)
    const cancelled = { status: 'cancelled', reason: 'other' } as const
    await by()(appointmentsContract.updateStatus, { params: { id }, body: cancelled })
  }
  const peel = lineMakers(catalogue).peel()
  const sell = (person: number, n: number) =>
    by()(salesContract.checkout, { body: orderOf(clientOf(person, n), [peel]) }, { idempotencyKey: randomUUID() })
  const read = async () => {
    await by()(salesContract.list, { querystring: { from: yesterday, to: yesterday } })
    await by()(appointmentsContract.list, { querystring: { scope: 'range', from: tomorrow, to: tomorrow } })
  }
  const tasks: Record<(typeof TASKS)[number], (person: number, n: number) => Promise<unknown>> = {
    'book and cancel': book,
    sell,
    'read two lists': read,
  }
  return (task: (typeof TASKS)[number], person: number, n: number) => tasks[task](person, n)
}

/**
 * Lets eight simulated people work for some minutes, without a pause or with `tasksASecond` tasks a second. Returns all
 * answers.
 */
export async function work({ task }: SoakClinic, minutes: number, tasksASecond = Infinity): Promise<Answered[]> {
  const startedAt = performance.now()
  const end = startedAt + minutes * 60_000
  const answers: Answered[] = []
  const run = async (person: number) => {
    for (let n = 0; performance.now() < end; n++) {
      const from = performance.now()
      const kind = TASKS[(person + n) % TASKS.length]!
      const status = await task(kind, person, n).then(
        () => 200,
        (error: unknown) => (error instanceof ApiError ? error.status : 0),
      )
      answers.push({ task: kind, minute: (from - startedAt) / 60_000, ms: performance.now() - from, status })
      await wait(Math.max(0, (PEOPLE * 1000) / tasksASecond - (performance.now() - from)))
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, person) => run(person)))
  return answers
}

/** Samples the memory, descriptors and connections of the app until `isOver` returns true. */
export async function sample({ clinic, file, everyMs }: SoakClinic, isOver: () => boolean): Promise<Sample[]> {
  const samples: Sample[] = []
  const startedAt = performance.now()
  const pid = clinic.program().process.pid!
  while (!isOver()) {
    await wait(everyMs)
    const memory = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n').at(-1) : undefined
    if (memory === undefined) continue
    const [heap, buffers] = memory.split(' ').map((bytes) => Number(bytes) / 1_048_576)
    const rss = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]
    const connections = await ask(
      clinic.appUrl,
      `select count(*) from pg_stat_activity where usename = 'mutya_app' and pid <> pg_backend_pid()`,
    )
    samples.push({
      minute: (performance.now() - startedAt) / 60_000,
      heapMb: heap!,
      buffersMb: buffers!,
      rssMb: Number(rss) / 1_024,
      descriptors: fs.readdirSync(`/proc/${pid}/fd`).length,
      connections: Number(connections),
    })
  }
  return samples
}
