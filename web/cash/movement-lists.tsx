import { ArrowLeftRight, ShieldCheck } from 'lucide-react'
import { APPROVAL_KINDS } from '#shared/approvals/contract.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { MOVEMENT_KINDS } from '#shared/cash/drawer.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { movementContract, MOVEMENT_FILES } from '#shared/cash/movement-contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { useList } from '#web/data/use-list.ts'
import { SectionCard } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/data/data-table.tsx'
import { FilteredList } from './filtered-list.tsx'
import { approvalReport, movementReport } from './movement-reports.ts'

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

type Movement = Output<typeof movementContract.movements>['data'][number]
type Unused = Output<typeof movementContract.unusedApprovals>['data'][number]

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
  { key: 'approved', header: s.approvedBy, cell: ({ approved_by }) => approved_by },
]

const unusedColumns: Column<Unused>[] = [
  { key: 'time', header: s.movedAt, card: 'title', cell: ({ approved_at }) => formatInstant(approved_at) },
  { key: 'for', header: s.purposeOfApproval, cell: ({ kind, amount }) => approvalMessages.kinds[kind](peso(amount)) },
  { key: 'asked', header: s.askedBy, cell: ({ requested_by }) => requested_by },
  { key: 'approved', header: s.approvedBy, cell: ({ approved_by }) => approved_by },
]

const movementKinds = MOVEMENT_KINDS.map((value) => ({ value, label: s.movementKinds[value] }))
const approvalKinds = APPROVAL_KINDS.map((value) => ({ value, label: approvalMessages.kindNames[value] }))

/** Lists the money that went into or out of the drawers, and approvals that nobody used. */
export function MovementLists() {
  return (
    <div className="space-y-4">
      <Movements />
      <SectionCard title={s.unusedApprovals}>
        <UnusedApprovals />
      </SectionCard>
    </div>
  )
}

function Movements() {
  const list = useList(movementContract.movements, { local: true, failed: s.movementsFailed })
  const sums = list.answer?.summary.sums
  return (
    <section aria-label={s.movements}>
      <FilteredList
        label={s.movements}
        list={list}
        columns={movementColumns}
        kinds={movementKinds}
        exported={(filter) => ({
          endpoint: movementContract.exportMovements,
          input: { querystring: filter },
          files: MOVEMENT_FILES.movements,
        })}
        report={movementReport}
        empty={{ icon: ArrowLeftRight, title: s.noMovements, body: s.noMovementsHint }}
        sums={sums && MOVEMENT_KINDS.map((kind) => s.kindSum(s.movementSums[kind], peso(sums[kind]))).join(' · ')}
        cardsBelow="lg"
      />
    </section>
  )
}

function UnusedApprovals() {
  const list = useList(movementContract.unusedApprovals, { local: true, failed: s.unusedFailed })
  return (
    <FilteredList
      label={s.unusedApprovals}
      list={list}
      columns={unusedColumns}
      kinds={approvalKinds}
      exported={(filter) => ({
        endpoint: movementContract.exportUnusedApprovals,
        input: { querystring: filter },
        files: MOVEMENT_FILES.approvals,
      })}
      report={approvalReport}
      empty={{ icon: ShieldCheck, title: s.noUnused, body: s.noUnusedHint }}
    />
  )
}
