import type { Centavos } from '#shared/lib/money.ts'
import type { LinePart } from '#shared/sales/card-pieces.ts'
import type { OrderAddOn, OrderLine, OrderSession } from './order.ts'

/** The amount that one sold package pays of an order. */
export type PackagePayment = { packageId: string; amount: Centavos }

/** The amount that a package pays for one session: its value, but at most the price that the service has now. */
const paidBy = ({ value }: OrderSession, { price }: OrderLine): Centavos => Math.min(value, price)

/** Splits a line into a piece for each session and the rest, as the server does. The last part has the add-ons. */
export function partsWithSessions(
  line: OrderLine,
  sessions: readonly OrderSession[],
): (LinePart<OrderAddOn> & { isPrepaid: boolean })[] {
  const plain = { card: null, isPromo: false }
  const addOns = line.addOns.map((addOn) => ({ ...addOn, hasCard: false, isPromo: false }))
  const rest = line.quantity - sessions.length
  const prepaid = sessions.map((session, index) => ({
    ...plain,
    quantity: 1,
    discount: line.price - paidBy(session, line),
    addOns: rest === 0 && index === sessions.length - 1 ? addOns : [],
    isPrepaid: true,
  }))
  return rest > 0 ? [...prepaid, { ...plain, quantity: rest, discount: 0, addOns, isPrepaid: false }] : prepaid
}

/** The amount that each package pays for its sessions in all lines of an order. */
export function packagePayments(lines: readonly OrderLine[]): PackagePayment[] {
  const amounts = new Map<string, Centavos>()
  for (const line of lines)
    for (const session of line.sessions ?? [])
      amounts.set(session.packageId, (amounts.get(session.packageId) ?? 0) + paidBy(session, line))
  return [...amounts].flatMap(([packageId, amount]) => (amount > 0 ? [{ packageId, amount }] : []))
}
