import { ChevronRight, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'

/** Reads the open shifts; all components share one request. */
export const useOpenShifts = () => useRead(cashManagementContract.openShifts, {}, { live: true })

/** The open shifts with their expected cash; hidden without cash control. */
export function OpenShifts() {
  const { data } = useOpenShifts()
  return data && <OpenShiftsLink {...data.data} />
}

/** A link to the list of the open shifts; rendered only in a clinic with cash control. */
export function OpenShiftsLink({ is_on, shifts }: Output<typeof cashManagementContract.openShifts>['data']) {
  if (!is_on) return null
  return (
    <Link
      to={`${paths.terminals}?part=shifts`}
      className="flex min-h-16 items-center gap-3 rounded-card border border-line bg-surface px-4 py-2.5 transition-colors hover:border-line-strong"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-ink">
        <Wallet size={20} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold text-ink-2">
          {shifts.length === 0 ? s.noOpenShift : s.openShifts(shifts.length)}
        </span>
        {shifts.map(({ id, cashier_name, terminal_name, opened_at, expected }) => (
          <span key={id} className="tnum flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {s.openShift(cashier_name, terminal_name, formatInstantTime(opened_at))}
            </span>
            <span className="text-sm text-ink-2">{s.shouldHold}</span>
            <b className="text-lg font-extrabold">{formatPeso(toCentavos(expected))}</b>
          </span>
        ))}
      </span>
      <ChevronRight size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
    </Link>
  )
}
