import { SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { importsContract as contract, type Batch, type ImportedRow } from '#shared/imports/contract.ts'
import { decisionsOf, type Decision, type Outcome } from '#shared/imports/kinds.ts'
import { importMessages as s } from '#shared/imports/messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { Select } from '#web/ui/fields/select.tsx'

/** The contents of the columns that are imported, as one line. */
const contentOf = ({ cells }: ImportedRow, { fields }: Batch): string =>
  cells.filter((cell, at) => cell !== '' && fields[at] !== null && fields[at] !== undefined).join(' · ') ||
  cells.filter((cell) => cell !== '').join(' · ')

/** Names the existing record or earlier row that a row duplicates, and the field by which it was recognized. */
function sameAs({ match_name, match_by, same_as_row }: ImportedRow): string {
  const record = match_name ?? (same_as_row === null ? '' : s.sameAsRow(same_as_row))
  return match_by === null ? record : `${record} (${s.matchBy[match_by]})`
}

const usual = 'usual'
type RowChoice = Decision | typeof usual
type Decide = (row: ImportedRow, decision: Decision | null) => void

function columnsOf(batch: Batch, outcome: Outcome, decide: Decide | undefined): Column<ImportedRow>[] {
  const choices: { value: RowChoice; label: string }[] = [
    { value: usual, label: s.asAll },
    ...decisionsOf(batch.kind).map((value) => ({ value, label: s.rowDecisions[value] })),
  ]
  const hasReason = outcome === 'refused' || outcome === 'kept'
  const hasMatch = outcome === 'duplicate' || outcome === 'skipped'
  return [
    { key: 'row', header: s.row, align: 'right', cell: ({ number }) => formatNumber(number) },
    {
      key: 'content',
      header: s.content,
      card: 'title',
      cell: (row) => <span className="wrap-anywhere">{contentOf(row, batch)}</span>,
    },
    ...(hasReason ? [{ key: 'why', header: s.why, cell: ({ reason }: ImportedRow) => reason }] : []),
    ...(hasMatch ? [{ key: 'same', header: s.sameAs, cell: sameAs }] : []),
    ...(decide && choices.length > 2
      ? [
          {
            key: 'decision',
            header: s.duplicatesTitle,
            headerHidden: true,
            card: 'actions' as const,
            cell: (row: ImportedRow) => (
              <Select<RowChoice>
                size="sm"
                aria-label={s.rowDecision(row.number)}
                options={choices}
                value={row.decision ?? usual}
                onChange={(choice) => decide(row, choice === usual ? null : choice)}
              />
            ),
          },
        ]
      : []),
  ]
}

/** The rows of a file with one outcome; duplicates can be decided one by one while the file is being checked. */
export function RowsTable({ batch, outcome }: { batch: Batch; outcome: Outcome }) {
  const list = useList(contract.rows, {
    fixed: { batch_id: batch.id, outcome },
    failed: s.failedToLoadRows,
    local: true,
  })
  const decide = useAction(contract.decide, { failed: s.notDecided, reread: [contract.rows, contract.batch] })
  const canDecide = outcome === 'duplicate' && batch.state === 'checked'
  const { run } = decide
  const columns = useMemo(() => {
    const onDecide: Decide = ({ number }, decision) =>
      void run({ params: { id: batch.id, number }, body: { decision } })
    return columnsOf(batch, outcome, canDecide ? onDecide : undefined)
  }, [batch, outcome, canDecide, run])
  return (
    <div className="space-y-3">
      <DataTable
        label={s.counts[outcome as keyof typeof s.counts]}
        columns={columns}
        rowKey={({ number }) => number}
        empty={<EmptyState icon={SearchX} title={s.none} body={s.noneHint} />}
        {...list.table}
      />
      <Pager {...list.pager} />
    </div>
  )
}
