import { permissionsOf } from '#shared/auth/permissions.ts'
import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useTakesPrepaid } from '#web/sales/api.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { AskDepositButton, type AskedVisit } from './ask-deposit-button.tsx'
import { DepositActions } from './deposit-actions.tsx'
import { AmountCell, StatusCell } from './deposit-cells.tsx'
import { useDepositDialogs } from './use-deposit-dialogs.tsx'

/**
 * Shows staff the deposit of a visit, with its status and a button for the next step. A visit without a deposit has a
 * button with which staff ask the client for one, if the clinic takes money paid ahead.
 */
export function VisitDeposit({ visit }: { visit: AskedVisit }) {
  const takesPrepaid = useTakesPrepaid()
  const { data, failure } = useRead(
    depositsContract.ofVisit,
    { params: { id: visit.id } },
    { failed: s.visitFailed, staleMs: 0 },
  )
  if (failure) return <ErrorPanel {...failure} />
  if (!data) return null
  if (data.data) return <PresentDeposit deposit={data.data} />
  return takesPrepaid && <AskDepositButton visit={visit} />
}

function PresentDeposit({ deposit }: { deposit: Deposit }) {
  const { open, elements } = useDepositDialogs([deposit])
  const maySettle = permissionsOf(useRole()).has('sales.approve')
  return (
    <section
      aria-label={s.deposit}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-ctl bg-surface-2 px-3 py-2"
    >
      <div>
        <h3 className="text-sm text-ink-2">{s.deposit}</h3>
        <AmountCell deposit={deposit} />
      </div>
      <div>
        <StatusCell deposit={deposit} />
      </div>
      <DepositActions deposit={deposit} maySettle={maySettle} onAction={(action) => open(action, deposit)} />
      {elements}
    </section>
  )
}
