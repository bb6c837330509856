import { ScanBarcode, ShieldCheck, UserRound, UsersRound } from 'lucide-react'
import type { Output } from '#shared/lib/endpoint.ts'
import type { usersContract } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { StatCard } from '#web/ui/stat-card.tsx'

/** How many accounts there are, whatever the list is filtered by. */
export function UserStats({ summary }: { summary: Output<typeof usersContract.list>['summary'] | undefined }) {
  const loading = summary === undefined
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatCard label={s.total} value={summary?.total} icon={UsersRound} loading={loading} />
      <StatCard label={s.clients} value={summary?.clients} icon={UserRound} loading={loading} />
      <StatCard label={s.admins} value={summary?.admins} icon={ShieldCheck} loading={loading} />
      <StatCard label={s.cashiers} value={summary?.cashiers} icon={ScanBarcode} loading={loading} />
    </dl>
  )
}
