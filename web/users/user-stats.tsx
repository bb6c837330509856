import { ScanBarcode, ShieldCheck, UserRound, UsersRound } from 'lucide-react'
import type { Output } from '#shared/lib/endpoint.ts'
import type { usersContract } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { StatCard } from '#web/ui/stat-card.tsx'

type UserStatsProps = { summary: Output<typeof usersContract.list>['summary'] | undefined; loading: boolean }

/** How many accounts there are, whatever the list is filtered by; a dash where that could not be loaded. */
export function UserStats({ summary, loading }: UserStatsProps) {
  const count = (value: number | undefined) => value?.toLocaleString('en-PH') ?? '—'
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatCard label={s.total} value={count(summary?.total)} icon={UsersRound} loading={loading} />
      <StatCard label={s.clients} value={count(summary?.clients)} icon={UserRound} loading={loading} />
      <StatCard label={s.admins} value={count(summary?.admins)} icon={ShieldCheck} loading={loading} />
      <StatCard label={s.cashiers} value={count(summary?.cashiers)} icon={ScanBarcode} loading={loading} />
    </dl>
  )
}
