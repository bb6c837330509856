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
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { filterOf, ListFilters, NothingListed } from './list-filters.tsx'
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
  { key: 'approved', header: s.approvedBy, cell: ({ approved_by }) => approved_by ?? '' },
]

const unusedColumns: Column<Unused>[] = [
  { key: 'time', header: s.movedAt, card: 'title', cell: ({ approved_at }) => formatInstant(approved_at) },
  { key: 'for', header: s.purposeOfApproval, cell: ({ kind, amount }) => approvalMessages.kinds[kind](peso(amount)) },
  { key: 'asked', header: s.askedBy, cell: ({ requested_by }) => requested_by },
  { key: 'approved', header: s.approvedBy, cell: ({ approved_by }) => approved_by },
]

const movementKinds = MOVEMENT_KINDS.map((value) => ({ value, label: s.movementKinds[value] }))
const approvalKinds = APPROVAL_KINDS.map((value) => ({ value, label: approvalMessages.kindNames[value] }))

/** Money that went into or out of the drawers, and approvals that nobody used. */
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
  const filter = filterOf(list.query)
  const summary = list.answer?.summary
  const cashier = summary?.cashiers.find(({ id }) => id === filter.cashier_id)?.name
  const covered = { filter, cashier, kind: filter.kind && s.movementKinds[filter.kind] }
  return (
    <section aria-label={s.movements} className="space-y-3">
      <ListFilters filter={list.query} onChange={list.change} cashiers={summary?.cashiers} kinds={movementKinds} />
      <div className="flex flex-wrap items-center gap-2">
        <ExportButtons
          list={{
            endpoint: movementContract.exportMovements,
            input: { querystring: filter },
            total: list.total,
            files: MOVEMENT_FILES.movements,
            report: (making) => movementReport(covered, making),
            nothing: { title: s.nothingToExport, description: s.noneFoundHint },
          }}
        />
      </div>
      {summary && (
        <p className="tnum text-sm text-ink-2">
          {MOVEMENT_KINDS.map((kind) => s.kindSum(s.movementSums[kind], peso(summary.sums[kind]))).join(' · ')}
        </p>
      )}
      <DataTable
        label={s.movements}
        columns={movementColumns}
        rowKey={({ id }) => id}
        empty={<NothingListed filter={filter} icon={ArrowLeftRight} title={s.noMovements} body={s.noMovementsHint} />}
        cardsBelow="lg"
        {...list.table}
      />
      <Pager {...list.pager} />
    </section>
  )
}

function UnusedApprovals() {
  const list = useList(movementContract.unusedApprovals, { local: true, failed: s.unusedFailed })
  const filter = filterOf(list.query)
  const cashiers = list.answer?.summary.cashiers
  const cashier = cashiers?.find(({ id }) => id === filter.cashier_id)?.name
  const covered = { filter, cashier, kind: filter.kind && approvalMessages.kindNames[filter.kind] }
  return (
    <div className="space-y-3">
      <ListFilters filter={list.query} onChange={list.change} cashiers={cashiers} kinds={approvalKinds} />
      <div className="flex flex-wrap gap-2">
        <ExportButtons
          list={{
            endpoint: movementContract.exportUnusedApprovals,
            input: { querystring: filter },
            total: list.total,
            files: MOVEMENT_FILES.approvals,
            report: (making) => approvalReport(covered, making),
            nothing: { title: s.nothingToExport, description: s.noneFoundHint },
          }}
        />
      </div>
      <DataTable
        label={s.unusedApprovals}
        columns={unusedColumns}
        rowKey={({ id }) => id}
        empty={<NothingListed filter={filter} icon={ShieldCheck} title={s.noUnused} body={s.noUnusedHint} />}
        {...list.table}
      />
      <Pager {...list.pager} />
    </div>
  )
}
