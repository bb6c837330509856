import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'

type LinesProps = {
  /** The whole amount of the sale, to be shown as the first line; undefined if the screen shows it already. */
  bill?: Centavos
  /** The total of the order, from which the line "left to pay" is computed. */
  total?: Centavos
  /** What packages pay. */
  prepaid: Centavos
  /** What deposits and store credit pay. */
  deposited: Centavos
  credited: Centavos
  /** True to show what is left to pay as the last line. */
  hasLeft?: boolean
}

/** Shows below the total of an order what packages, deposits and store credit pay of it, and what is left to pay. */
export function PaidAheadLines({ bill, total = 0, prepaid, deposited, credited, hasLeft = false }: LinesProps) {
  return (
    <>
      {bill !== undefined && <Line label={s.bill} amount={bill} />}
      {prepaid > 0 && <Line label={s.byPackages} amount={0 - prepaid} />}
      {deposited > 0 && <Line label={s.deducted} amount={0 - deposited} />}
      {credited > 0 && <Line label={s.creditDeducted} amount={0 - credited} />}
      {hasLeft && <Line label={s.leftToPay} amount={total - prepaid - deposited - credited} isStrong />}
    </>
  )
}

const Line = ({ label, amount, isStrong = false }: { label: string; amount: Centavos; isStrong?: boolean }) => (
  <div className={`flex justify-between gap-x-2 ${isStrong ? 'font-bold' : 'text-ink-2'}`}>
    <dt>{label}</dt>
    <dd className="whitespace-nowrap">{formatPeso(amount)}</dd>
  </div>
)
