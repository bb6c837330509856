import { accountRow, needsAccount, personRow, type NameParts } from '#server/people/rows.ts'
import type { Role } from '#shared/people/role.ts'
import { dayNumber, manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import { fullName, searchable } from '#shared/lib/names.ts'
import { logEvent, type Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import { firstNames, lastNames, places } from './people-content.ts'
import type { Random } from './random.ts'

export type DemoClient = Actor & { clientId: string; email: string | null; phone: string | null; joined: Date }
export type DemoStaff = { admin: Actor; cashiers: (Actor & { since: Date })[] }

const DAY_MS = 86_400_000

type DemoPerson = {
  name: NameParts
  email: string | null
  role: Role
  phone: string | null
  at: Date
  hash?: string | null
}

function addPerson(rows: DemoRows, random: Random, { name, email, role, phone, at, hash = null }: DemoPerson): Actor {
  const id = idAt(random, at)
  rows.people.push({
    ...personRow(id, name, { email, contact_number: phone }, at),
    location: role === 'client' && random.chance(0.6) ? random.pick(places) : null,
  })
  if (needsAccount(role, email, { hash })) rows.accounts.push(accountRow(id, role, { hash }, at))
  return { id, name: fullName(name), role }
}

/** Makes three staff who can log in, and a second cashier who appears only in the records. */
export function makeStaff(rows: DemoRows, random: Random, opened: Date, passwordHash: string): DemoStaff {
  const at = (days: number) => new Date(opened.getTime() + days * DAY_MS)
  const staff = (name: string, role: Role, email: string, day: number, hash: string | null) =>
    addPerson(rows, random, { name: { first_name: name }, email, role, phone: null, at: at(day), hash })
  const admin = staff('Dr. Isabel Reyes', 'admin', 'admin@mutya.test', 0, passwordHash)
  const cashiers = (
    [
      ['Andrea Lim', 'cashier@mutya.test', 1, passwordHash],
      ['Joy Manalo', 'joy@mutya.test', 40, null],
    ] as const
  ).map(([name, email, day, hash]) => {
    const cashier = staff(name, 'cashier', email, day, hash)
    const parameters = { name, role: 'cashier' }
    const created = { type: 'users.user.created', subjectId: cashier.id, parameters } as const
    logEvent(rows, random, { at: at(day), by: admin }, created)
    return { ...cashier, since: at(day) }
  })
  return { admin, cashiers }
}

/** The time of day at which one cashier hands the till over to another. */
export const HAND_OVER = '14:00:00'

/** Returns the cashier who is at the till at a time: one until 2 PM, and the next one afterwards. */
export function cashierAt({ cashiers }: Pick<DemoStaff, 'cashiers'>, at: Date): Actor {
  const [first, ...later] = cashiers
  const there = [first!, ...later.filter(({ since }) => since <= at)]
  return there[(dayNumber(manilaDate(at)) + (manilaTime(at) < HAND_OVER ? 0 : 1)) % there.length]!
}

const phoneOf = (random: Random) =>
  `09${random.pick(['17', '18', '27', '66', '95'])} ${random.whole(100, 999)} ${random.whole(1000, 9999)}`

const emailOf = (name: string, n: number) => `${searchable(name).replace(/[^a-z]+/g, '.')}${n}@example.ph`

function newName(random: Random, taken: Set<string>): { first: string; last: string } {
  for (;;) {
    const first = random.pick(firstNames)
    const last = random.pick(lastNames)
    // A name that somebody already has is chosen only rarely, as in a real clinic.
    if (!taken.has(`${first} ${last}`) || random.chance(0.02)) {
      taken.add(`${first} ${last}`)
      return { first, last }
    }
  }
}

/**
 * Returns when the n-th client joined, as a fraction of the time since the clinic opened: some at the start, then more
 * and more.
 */
function joinedAfter(random: Random, n: number): number {
  if (n % 7 === 0) return 0.004 + random.next() * 0.02
  return 0.02 + Math.sqrt(random.next()) * 0.97
}

type ClientOptions = { count: number; opened: Date; now: Date; staff: DemoStaff; passwordHash: string }

/** Makes clients who joined over time. The first client has a log-in. */
export function makeClients(rows: DemoRows, random: Random, options: ClientOptions): DemoClient[] {
  const { opened, now, staff } = options
  const taken = new Set<string>(['Bianca Garcia'])
  const span = now.getTime() - opened.getTime()
  return Array.from({ length: options.count }, (_, n) => {
    const isLogIn = n === 0
    const { first, last } = isLogIn ? { first: 'Bianca', last: 'Garcia' } : newName(random, taken)
    const name = `${first} ${last}`
    const at = new Date(opened.getTime() + joinedAfter(random, n) * span)
    const email = isLogIn ? 'client@mutya.test' : random.chance(0.8) ? emailOf(name, n) : null
    const phone = isLogIn ? '0917 555 0142' : random.chance(0.9) ? phoneOf(random) : null
    const hash = isLogIn ? options.passwordHash : null
    const parts = { first_name: first, last_name: last }
    const actor = addPerson(rows, random, { name: parts, email, role: 'client', phone, at, hash })
    const clientId = idAt(random, at)
    rows.clients.push({ id: clientId, person_id: actor.id, joined_at: at })
    const online = email !== null && random.chance(0.5)
    if (online)
      logEvent(rows, random, { at, by: actor }, { type: 'auth.client.registered', subjectId: actor.id, parameters: {} })
    else {
      const event = { type: 'clients.client.created', subjectId: clientId, parameters: { name } } as const
      logEvent(rows, random, { at, by: random.pick(staff.cashiers) }, event)
    }
    return { ...actor, clientId, email, phone, joined: at }
  })
}
