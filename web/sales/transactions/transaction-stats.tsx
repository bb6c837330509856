import { Coins, ReceiptText, Users } from 'lucide-react'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatPeso, formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { salesContract } from '#shared/sales/contract.ts'
import { transactionsSentences as s } from '#shared/sales/transactions-sentences.ts'
import { StatCard } from '#web/ui/stat-card.tsx'

type Summary = Output<typeof salesContract.list>['summary']

/** A dash where nothing could be loaded: zero would be a figure. */
const NONE = '—'

/** The three figures of the whole filter, not of the page. */
export function TransactionStats({ summary, loading }: { summary: Summary | undefined; loading: boolean }) {
  const count = summary?.transaction_count.toLocaleString('en-PH')
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4">
      <StatCard
        label={s.totalRevenue}
        value={summary ? formatPeso(toCentavos(summary.total_revenue)) : NONE}
        note={count === undefined ? undefined : s.transactionCount(count)}
        icon={Coins}
        loading={loading}
        className="max-sm:col-span-2"
      />
      <StatCard
        label={s.average}
        value={summary ? formatPesoShort(toCentavos(summary.average)) : NONE}
        note={s.perVisit}
        icon={ReceiptText}
        loading={loading}
      />
      <StatCard
        label={s.activeCustomers}
        value={summary?.active_customers.toLocaleString('en-PH') ?? NONE}
        note={s.thisPeriod}
        icon={Users}
        loading={loading}
      />
    </dl>
  )
}
