import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { addDays, addMonths, instantOf, manilaDate } from '#shared/lib/manila-time.ts'
import { emptyRows, type DemoRows } from './demo-rows.ts'
import { logEvent } from './demo-log.ts'
import { idAt } from './id-at.ts'
import { makeAppointments, type DemoAppointment } from './make-appointments.ts'
import { makeBusyDays } from './make-busy-days.ts'
import { makeCash, type DemoCash } from './make-cash.ts'
import { makeCatalogue } from './make-catalogue.ts'
import { makeClients, makeStaff, type DemoStaff } from './make-people.ts'
import { makeFirstVisits } from './make-first-visits.ts'
import { makeResources } from './make-resources.ts'
import { makeSales } from './make-sales.ts'
import { setLastVisits } from './last-visits.ts'
import type { VisitOptions } from './make-visits.ts'
import { provePeople } from './prove-people.ts'
import { makeSupplies } from './make-supplies.ts'
import { makeWebsite } from './make-website.ts'
import { closingRemarks } from './people-content.ts'
import { seededRandom, type Random } from './random.ts'

export type DemoOptions = {
  now: Date
  passwordHash: string
  roomId: string
  /** Dates of public holidays: nobody is booked there. */
  holidays: readonly string[]
  clients: number
  months: number
  salesPerDay: number
  /** The log-in of a practitioner: the clinic then has people, rooms and lasers, and is busy. */
  practitioner?: string | undefined
  /** The last days have shifts and readings, and cash control is on. */
  hasCash: boolean
}

const SEED = 20_261_121

/** What the sample clinic's branch is called, and where it is. */
export const sampleBranch = {
  name: 'Mutya Skin & Aesthetics',
  address: '128 Tomas Morato Avenue, Quezon City',
  location_label: 'Quezon City',
  phone: '+63 2 8555 0128',
  email: 'hello@mutya.test',
  tin: '',
  receipt_foot: 'This is not an official receipt or invoice.',
  facebook_url: 'https://facebook.com/mutya.sample',
  instagram_url: 'https://instagram.com/mutya.sample',
}

/** Closed days around today: two behind, three ahead. */
function closeDays(rows: DemoRows, random: Random, today: string, now: Date, staff: DemoStaff): Set<string> {
  const dates = [-17, -6, 9, 18, 33].map((days) => addDays(today, days))
  dates.forEach((date, index) => {
    const remark = closingRemarks[index % closingRemarks.length] ?? ''
    const at = new Date(now.getTime() - (20 - index) * 86_400_000)
    const id = idAt(random, at)
    rows.disabled_dates.push({ id, branch_id: MAIN_BRANCH_ID, date, remark, created_at: at })
    const when = { at, by: staff.admin }
    logEvent(rows, random, when, { type: 'closures.date.disabled', subjectId: id, parameters: { date } })
  })
  return new Set(dates)
}

type Sample = Omit<VisitOptions, 'appointments' | 'opened' | 'perDay'>

/** What people, rooms and lasers bring; by a chance of their own, so that the sample is else the same. */
function busyDays(rows: DemoRows, appointments: readonly DemoAppointment[], sample: Sample, options: DemoOptions) {
  const { practitioner: email, passwordHash, roomId } = options
  if (email === undefined) return []
  const { services, staff, now } = sample
  const login = { email, passwordHash }
  const resources = makeResources(rows, seededRandom(30), { now, services, admin: staff.admin, login })
  return makeBusyDays(rows, seededRandom(31), appointments, { ...sample, resources, roomId })
}

type MadeClinic = { rows: DemoRows; opened: Date; lastReceipt: number; cash: DemoCash | null }

/** The whole sample clinic as rows; the same day gives the same clinic. */
export function makeClinic(options: DemoOptions): MadeClinic {
  const { now } = options
  const random = seededRandom(SEED)
  const rows = emptyRows()
  const today = manilaDate(now)
  const opened = instantOf(addMonths(today, -options.months), '08:00:00')
  const staff = makeStaff(rows, random, opened, options.passwordHash)
  const services = makeCatalogue(rows, random, opened, staff.admin)
  makeWebsite(rows, { at: opened, by: staff.admin, showsPeople: options.practitioner !== undefined })
  const clients = makeClients(rows, random, { ...options, count: options.clients, opened, staff })
  const closed = new Set([...closeDays(rows, random, today, now, staff), ...options.holidays])
  const people = { clients, services, staff, closed, now }
  const span = { fromDate: addDays(today, -30), toDate: addDays(today, 42) }
  const appointments = makeAppointments(rows, random, { ...people, ...span, roomId: options.roomId })
  const lastReceipt = makeSales(rows, random, {
    ...people,
    appointments: [...appointments, ...busyDays(rows, appointments, people, options)],
    opened,
    perDay: options.salesPerDay,
    issuer: { ...sampleBranch, mode: 'acknowledgement', registration: null, terminal_id: null },
  })
  provePeople(rows, now)
  setLastVisits(rows)
  makeSupplies(rows, random, { admin: staff.admin, opened, now })
  makeFirstVisits(rows, random, { ...people, roomId: options.roomId })
  const cash = options.hasCash ? makeCash(rows, { now, opened, ...staff }) : null
  return { rows, opened, lastReceipt, cash }
}
