import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { addDays, addMonths, instantOf, manilaDate, startOfMonth } from '#shared/lib/manila-time.ts'
import { emptyRows, type DemoRows } from './demo-rows.ts'
import { logEvent } from './demo-log.ts'
import { idAt } from './id-at.ts'
import { makeAppointments, type DemoAppointment } from './make-appointments.ts'
import { makeBusyDays } from './make-busy-days.ts'
import { makeGiftCards } from './till/make-gift-cards.ts'
import { makeDeposits } from './till/make-deposits.ts'
import { makePackages } from './till/make-packages.ts'
import { makeCash, type DemoCash } from './till/make-cash.ts'
import { makeCatalogue } from './make-catalogue.ts'
import { makeClients, makeStaff, type DemoStaff } from './make-people.ts'
import { makeFirstVisits } from './make-first-visits.ts'
import { makeResources } from './make-resources.ts'
import { makeSales } from './till/make-sales.ts'
import { setLastVisits } from './last-visits.ts'
import type { VisitOptions } from './make-visits.ts'
import { provePeople } from './prove-people.ts'
import { makeSupplies } from './supplies/make-supplies.ts'
import { makeWebsite } from './make-website.ts'
import { closingRemarks } from './people-content.ts'
import { seededRandom, type Random } from './random.ts'
import { closedWeekdays, CLOSES, HOURS_TEXT, OPENS } from './sample-hours.ts'
import { setUpTill } from './till/set-up-till.ts'
import { sampleTill } from './till/till-content.ts'

type DemoOptions = {
  now: Date
  passwordHash: string
  roomId: string
  /** Public holidays, on which nobody is booked. */
  holidays: readonly string[]
  clients: number
  months: number
  salesPerDay: number
  /** The share of a busy clinic's visits that the sample has; 1 means all of them. */
  busyShare: number
  /**
   * The e-mail of a practitioner's account. A sample with this e-mail has practitioners, rooms and lasers, and is busy.
   */
  practitioner?: string | undefined
  /** The hash of the admin's PIN. A sample with a PIN has a fully set up till with cash control. */
  pinHash?: string | undefined
}

const SEED = 20_261_121
/** Closed weekdays are added for this many days ahead, because no record of the sample is later. */
const DAYS_KNOWN = 60

/** The name and address of the sample clinic's branch. */
const sampleBranch = {
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

type Closing = Pick<DemoOptions, 'now' | 'holidays'> & { staff: DemoStaff; opened: Date; isBusy: boolean }

/** Closes days around today: two past and three future ones, on days that would be open. */
function closeDays(rows: DemoRows, random: Random, { now, staff, opened, holidays, isBusy }: Closing): Set<string> {
  const today = manilaDate(now)
  const weekdays = new Set(isBusy ? closedWeekdays(manilaDate(opened), addDays(today, DAYS_KNOWN)) : [])
  const planned = [-17, -6, 9, 18, 33].map((days) => addDays(today, days))
  const dates = planned.map((date) => (weekdays.has(date) ? addDays(date, 1) : date))
  dates.forEach((date, index) => {
    const remark = closingRemarks[index % closingRemarks.length] ?? ''
    const at = new Date(now.getTime() - (20 - index) * 86_400_000)
    const id = idAt(random, at)
    rows.disabled_dates.push({ id, branch_id: MAIN_BRANCH_ID, date, remark, created_at: at })
    const when = { at, by: staff.admin }
    logEvent(rows, random, when, { type: 'closures.date.disabled', subjectId: id, parameters: { date } })
  })
  return new Set([...dates, ...weekdays, ...holidays])
}

type Sample = Omit<VisitOptions, 'appointments' | 'opened' | 'perDay' | 'isBusy'>

type BusyOptions = DemoOptions & { opened: Date }

/**
 * Adds practitioners, rooms and lasers with a separate random generator, so that all other rows of the sample stay the
 * same.
 */
function busyDays(rows: DemoRows, appointments: readonly DemoAppointment[], sample: Sample, options: BusyOptions) {
  const { practitioner: email, passwordHash, roomId, opened: at, busyShare: share } = options
  if (email === undefined) return []
  const { services, staff, now } = sample
  const login = { email, passwordHash }
  const resources = makeResources(rows, seededRandom(30), { now, at, services, admin: staff.admin, login })
  return makeBusyDays(rows, seededRandom(31), appointments, { ...sample, resources, roomId, share })
}

/** Adds what clients have paid ahead besides packages: gift cards, store credit and deposits. */
function makePaidAhead(rows: DemoRows, options: Parameters<typeof makePackages>[1]): void {
  makeGiftCards(rows, options)
  makeDeposits(rows, options)
}

type MadeClinic = {
  rows: DemoRows
  opened: Date
  lastReceipt: number
  cash: DemoCash | null
  /** The branch's name and settings. */
  branch: typeof sampleBranch & { hours_text?: string } & Partial<ReturnType<typeof sampleTill>>
}

/** Makes the whole sample clinic as rows. The same day gives the same clinic. */
export function makeClinic(options: DemoOptions): MadeClinic {
  const { now } = options
  const random = seededRandom(SEED)
  const rows = emptyRows()
  const today = manilaDate(now)
  const opened = instantOf(addMonths(today, -options.months), '08:00:00')
  const staff = makeStaff(rows, random, opened, options.passwordHash)
  const services = makeCatalogue(rows, random, opened, staff.admin)
  const isBusy = options.practitioner !== undefined
  makeWebsite(rows, { at: opened, by: staff.admin, showsClinic: isBusy })
  const clients = makeClients(rows, random, { ...options, count: options.clients, opened, staff })
  const closed = closeDays(rows, random, { ...options, staff, opened, isBusy })
  const people = { clients, services, staff, closed, now, opened }
  const fromDate = isBusy ? addMonths(startOfMonth(today), -1) : addDays(today, -30)
  const span = { fromDate, toDate: addDays(today, 42) }
  const hours = isBusy ? { hours: { opens: OPENS, closes: CLOSES } } : {}
  const appointments = makeAppointments(rows, random, { ...people, ...span, ...hours, roomId: options.roomId })
  const { pinHash } = options
  const till = pinHash === undefined ? null : setUpTill(rows, seededRandom(47), { ...people, opened, pinHash })
  const branch = {
    ...sampleBranch,
    ...(isBusy && { hours_text: HOURS_TEXT }),
    ...(till && sampleTill(till.vatSince)),
  }
  const lastReceipt = makeSales(rows, random, {
    ...people,
    till,
    packageVisits: till ? makePackages(rows, people) : [],
    appointments: [...appointments, ...busyDays(rows, appointments, people, { ...options, opened })],
    perDay: options.salesPerDay,
    isBusy,
    issuer: { ...branch, mode: 'acknowledgement', registration: null, terminal_id: null },
  })
  provePeople(rows, now)
  setLastVisits(rows)
  makeSupplies(rows, random, { admin: staff.admin, opened, now })
  makeFirstVisits(rows, random, { ...people, roomId: options.roomId })
  if (till) makePaidAhead(rows, people)
  return { rows, opened, lastReceipt, branch, cash: till ? makeCash(rows, { now, opened, closed, ...staff }) : null }
}
