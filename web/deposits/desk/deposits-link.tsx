import { HandCoins } from 'lucide-react'
import { Link } from 'react-router'
import { depositsContract } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { areaOf } from '#web/clients/client-paths.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useTakesPrepaid } from '#web/sales/api.ts'
import { Badge } from '#web/ui/badge.tsx'

/**
 * The link on the appointments page to the deposits, with the number of payments to verify. It is shown only in clinics
 * that take money paid ahead, or still have a deposit to settle.
 */
export function DepositsLink() {
  const area = areaOf(useRole())
  const takesPrepaid = useTakesPrepaid()
  const query = { querystring: { group: 'reported' as const, per_page: 1 } }
  const { data } = useRead(depositsContract.list, query, { live: true })
  const { reported = 0, requested = 0, paid = 0 } = data?.counts ?? {}
  if (!takesPrepaid && reported + requested + paid === 0) return null
  return (
    <Link
      to={paths.deposits[area]}
      className="-my-2.5 inline-flex min-h-11 items-center gap-1.5 rounded-ctl font-semibold text-primary hover:underline"
    >
      <HandCoins size={16} aria-hidden="true" />
      {s.title}
      {reported > 0 && <Badge tone="warning">{s.toVerify(reported)}</Badge>}
    </Link>
  )
}
