import { addDays, instantOf, manilaDate, manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { HAND_OVER } from '../make-people.ts'
import type { Visit } from '../make-visits.ts'
import type { Random } from '../random.ts'
import { refundReasons, voidReasons } from './till-content.ts'

const MINUTE_MS = 60_000
const VOIDED = 0.014
const REFUNDED = 0.011

/** A sale at the till. `isVoided` is true for a sale that will be voided; such a sale is paid in cash. */
export type SaleMoment = { kind: 'sale'; at: Date; visit: Visit; isVoided?: true }
export type TakeBack = { kind: 'void' | 'refund'; at: Date; of: SaleMoment; reason: string; isWhole: boolean }
export type Moment = SaleMoment | TakeBack

type Options = { closed: ReadonlySet<CivilDate>; now: Date }

export const saleOf = (visit: Visit): SaleMoment => ({ kind: 'sale', at: visit.at, visit })

/** Plans a sale that is voided, because it was entered twice (only without an appointment) or with a wrong quantity. */
function voided(random: Random, visit: Visit): Moment[] {
  const later = (minutes: number) => new Date(visit.at.getTime() + minutes * MINUTE_MS)
  const isTwice = visit.appointmentId === null && random.chance(0.4)
  const wrong: Visit = isTwice
    ? { ...visit, at: later(1) }
    : { ...visit, lines: visit.lines.map((line, n) => (n === 0 ? { ...line, quantity: line.quantity + 1 } : line)) }
  const of: SaleMoment = { ...saleOf(wrong), isVoided: true }
  const reason = random.pick(isTwice ? voidReasons.twice : voidReasons.wrong)
  const back: TakeBack = { kind: 'void', at: later(random.whole(3, 5)), of, reason, isWhole: true }
  return [saleOf(isTwice ? visit : { ...visit, at: later(random.whole(6, 9)) }), of, back]
}

/**
 * Plans a refund on one of the next nine days, between 10:20 AM and 5:20 PM. Returns undefined if that time is in the
 * future or on a closed day.
 */
function refundOf(random: Random, of: SaleMoment, { closed, now }: Options): TakeBack | undefined {
  const date = addDays(manilaDate(of.at), random.whole(1, 9))
  const at = new Date(instantOf(date, '10:20:00').getTime() + random.whole(0, 7 * 60) * MINUTE_MS)
  const { lines } = of.visit
  const hasParts = lines.length > 1 || lines.some(({ quantity, addOns }) => quantity > 1 || addOns.length > 0)
  const isWhole = !hasParts || random.chance(0.25)
  const reason = random.pick(isWhole ? refundReasons.whole : refundReasons.line)
  return at >= now || closed.has(date) ? undefined : { kind: 'refund', at, of, reason, isWhole }
}

/**
 * Returns a key that is equal for two times in the same shift. A void must be in the shift of its sale, because it is
 * paid out of that shift's drawer.
 */
const shiftOf = (at: Date) => `${manilaDate(at)} ${manilaTime(at) < HAND_OVER}`

/** Returns everything that is entered at the till, in order of time: sales, voids and refunds. */
export function planTill(random: Random, visits: readonly Visit[], options: Options): Moment[] {
  const moments = visits.flatMap((visit): Moment[] => {
    const soon = new Date(visit.at.getTime() + 10 * MINUTE_MS)
    if (random.chance(VOIDED) && soon < options.now && shiftOf(soon) === shiftOf(visit.at)) return voided(random, visit)
    const made = saleOf(visit)
    const refund = random.chance(REFUNDED) ? refundOf(random, made, options) : undefined
    return refund ? [made, refund] : [made]
  })
  return moments.sort((a, b) => a.at.getTime() - b.at.getTime())
}
