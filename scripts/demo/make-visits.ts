import { addDays, instantOf, manilaDate, weekdayOf } from '#shared/lib/manila-time.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import type { Actor } from './demo-log.ts'
import { weekdayRhythm, type DemoAppointment } from './make-appointments.ts'
import type { DemoService } from './make-catalogue.ts'
import { cashierAt, type DemoClient, type DemoStaff } from './make-people.ts'
import type { Random } from './random.ts'

export type VisitOptions = {
  clients: readonly DemoClient[]
  services: readonly DemoService[]
  appointments: readonly DemoAppointment[]
  staff: DemoStaff
  opened: Date
  now: Date
  closed: ReadonlySet<string>
  /** The number of walk-ins on an average day. */
  perDay: number
  /** True for a clinic that has grown fast, into which few people walk without an appointment. */
  isBusy: boolean
}

/** A visit to the till: its time, client, lines and cashier, and the appointment that is paid, if any. */
export type Visit = {
  at: Date
  client: DemoClient
  lines: SaleLine[]
  appointmentId: string | null
  by: Actor
  /** The name of the package with whose sessions all lines are paid. */
  packageName?: string
}

const MINUTE_MS = 60_000

/** Returns the time of day from which walk-ins pay, and how many minutes later the last of them may pay. */
const payingTimes = (isBusy: boolean) =>
  isBusy ? { from: '10:30:00', minutes: 8.5 * 60 } : { from: '09:10:00', minutes: 10 * 60 }

function lineOf(random: Random, service: DemoService): SaleLine {
  const quantity = random.chance(0.06) ? 2 : 1
  const addOn = random.chance(0.28) ? random.pick(service.addOns) : null
  return {
    service_id: service.id,
    service_name: service.name,
    treatment_id: service.treatmentId,
    treatment_name: service.treatmentName,
    quantity,
    price: service.price,
    addOns: addOn === null ? [] : [{ addOn_id: addOn.id, addOn_name: addOn.name, quantity: 1, price: addOn.price }],
  }
}

function linesOf(random: Random, services: readonly DemoService[], done: readonly DemoService[] = []): SaleLine[] {
  const weights = services.map((entry) => [entry, entry.weight] as const)
  const chosen = new Set(done.length > 0 ? done : [random.weighted(weights)])
  while (random.chance(0.25) && chosen.size < 4) chosen.add(random.weighted(weights))
  return [...chosen].map((service) => lineOf(random, service))
}

/** Returns walk-ins who buy something: more on some weekdays than on others, and slowly more over the months. */
function walkIns(random: Random, options: VisitOptions): Visit[] {
  const visits: Visit[] = []
  const first = manilaDate(options.opened)
  const today = manilaDate(options.now)
  const onlineSince = manilaDate(new Date(Math.min(...options.appointments.map((one) => one.startsAt.getTime()))))
  const days = Math.max(1, Math.round((options.now.getTime() - options.opened.getTime()) / 86_400_000))
  const { from, minutes } = payingTimes(options.isBusy)
  for (let n = 0, date = first; date <= today; n++, date = addDays(date, 1)) {
    if (options.closed.has(date)) continue
    const growth = options.isBusy ? 0.5 + 1.4 * (n / days) ** 2 : 0.7 + (0.6 * n) / days
    // Fewer people walk in on dates after online booking began.
    const share = date < onlineSince ? 1 : options.isBusy ? 0.2 : 0.65
    const rhythm = weekdayRhythm[weekdayOf(date)] ?? 1
    const count = Math.round(options.perDay * rhythm * growth * share * (0.6 + random.next() * 0.8))
    const known = options.clients.filter((client) => client.joined < instantOf(date, '09:00:00'))
    for (let i = 0; i < count && known.length > 0; i++) {
      const at = new Date(
        instantOf(date, from).getTime() + random.whole(0, minutes) * MINUTE_MS + random.whole(0, 59) * 1000,
      )
      if (at >= options.now) continue
      const client = random.pick(known)
      const by = cashierAt(options.staff, at)
      visits.push({ at, client, lines: linesOf(random, options.services), appointmentId: null, by })
    }
  }
  return visits
}

/** Returns the visits in which completed appointments are paid. A few completed appointments are left unpaid. */
function paidAppointments(random: Random, options: VisitOptions): Visit[] {
  const completed = options.appointments.filter((appointment) => appointment.status === 'completed')
  return completed.flatMap((appointment): Visit[] => {
    const paid = random.whole(42, 55) + (appointment.longer ?? 0)
    const at = new Date(appointment.startsAt.getTime() + paid * MINUTE_MS)
    if (at >= options.now || random.chance(0.06)) return []
    const { service, further } = appointment
    const lines = linesOf(random, options.services, further ? [service, further] : [service])
    const by = cashierAt(options.staff, at)
    return [{ at, client: appointment.client, lines, appointmentId: appointment.id, by }]
  })
}

/** All visits to the till in order of time. */
export const makeVisits = (random: Random, options: VisitOptions): Visit[] =>
  [...walkIns(random, options), ...paidAppointments(random, options)].sort((a, b) => a.at.getTime() - b.at.getTime())
