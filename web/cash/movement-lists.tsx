import { ArrowLeftRight, ShieldCheck } from 'lucide-react'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { useList } from '#web/data/use-list.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

type Movement = Output<typeof cashManagementContract.movements>['data'][number]
type Unused = Output<typeof cashManagementContract.unusedApprovals>['data'][number]

const movementColumns: Column<Movement>[] = [
  { key: 'time', header: s.movedAt, card: 'title', cell: ({ moved_at }) => formatInstant(moved_at) },
  { key: 'kind', header: s.kind, cell: ({ kind }) => s.movementKinds[kind] },
  { key: 'amount', header: s.amount, align: 'right', cell: ({ amount }) => peso(amount) },
  {
    key: 'purpose',
    header: s.purpose,
    cell: ({ reason, slip_number }) => (
      <span className="wrap-anywhere">{slip_number === null ? reason : s.slip(slip_number)}</span>
    ),
  },
  { key: 'terminal', header: s.terminal, cell: ({ terminal_name }) => terminal_name },
  { key: 'by', header: s.recordedBy, cell: ({ moved_by }) => moved_by },
  { key: 'approved', header: s.approvedBy, cell: ({ approved_by }) => approved_by ?? '' },
]

const unusedColumns: Column<Unused>[] = [
  { key: 'time', header: s.movedAt, card: 'title', cell: ({ approved_at }) => formatInstant(approved_at) },
  { key: 'for', header: s.purposeOfApproval, cell: ({ kind, amount }) => approvalMessages.kinds[kind](peso(amount)) },
  { key: 'asked', header: s.askedBy, cell: ({ requested_by }) => requested_by },
  { key: 'approved', header: s.approvedBy, cell: ({ approved_by }) => approved_by },
]

/** Money that went into or out of the drawers, and approvals that nobody used. */
export function MovementLists() {
  const movements = useList(cashManagementContract.movements, { local: true, failed: s.movementsFailed })
  const unused = useList(cashManagementContract.unusedApprovals, { local: true, failed: s.unusedFailed })
  return (
    <div className="space-y-4">
      <DataTable
        label={s.movements}
        columns={movementColumns}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={ArrowLeftRight} title={s.noMovements} body={s.noMovementsHint} />}
        cardsBelow="lg"
        {...movements.table}
      />
      <Pager {...movements.pager} />
      <SectionCard title={s.unusedApprovals}>
        <DataTable
          label={s.unusedApprovals}
          columns={unusedColumns}
          rowKey={({ id }) => id}
          empty={<EmptyState icon={ShieldCheck} title={s.noUnused} body={s.noUnusedHint} />}
          {...unused.table}
        />
        <Pager {...unused.pager} />
      </SectionCard>
    </div>
  )
}
