import { HandCoins } from 'lucide-react'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import type { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'

export type DepositTerms = NonNullable<Output<typeof ownDepositsContract.terms>['data']>

/** Says before the booking how much is paid ahead, within which time, and when the client gets it back. */
export function DepositTermsNote({ terms, className }: { terms: DepositTerms; className?: string }) {
  const { amount, hold_hours, policy } = terms
  return (
    <section
      aria-label={s.deposit}
      className={`flex gap-3 rounded-card bg-info-soft px-4 py-3 text-left text-sm text-ink ${className ?? ''}`}
    >
      <HandCoins size={18} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      <div className="min-w-0 space-y-1">
        <p className="font-semibold">{s.asked(formatPesoShort(toCentavos(amount)))}</p>
        <p>{s.askedText(hold_hours)}</p>
        <PolicyText policy={policy} />
      </div>
    </section>
  )
}

/** The line of the booking's summary with the amount that is paid ahead. */
export const DepositAmount = ({ terms: { amount } }: { terms: DepositTerms }) => (
  <span className="tnum block text-sm font-semibold text-info">{s.askedFor(formatPesoShort(toCentavos(amount)))}</span>
)

/** The policy for cancelled and missed visits, with the clinic's own words. */
export const PolicyText = ({ policy }: Pick<DepositTerms, 'policy'>) => (
  <>
    <p>{s.policy(policy.return_notice_hours)}</p>
    {policy.note && <p className="wrap-anywhere whitespace-pre-line">{policy.note}</p>}
  </>
)
