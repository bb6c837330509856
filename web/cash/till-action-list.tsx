import { Trash2 } from 'lucide-react'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { movementContract, MOVEMENT_FILES } from '#shared/cash/movement-contract.ts'
import { TILL_ACTION_KINDS } from '#shared/cash/till-actions.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { useList } from '#web/data/use-list.ts'
import type { Column } from '#web/ui/data/data-table.tsx'
import { FilteredList } from './filtered-list.tsx'
import { actionReport } from './movement-reports.ts'

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

type Action = Output<typeof movementContract.tillActions>['data'][number]

/** An action is marked as late if the server received it more than this many milliseconds after it happened. */
const LATE_MS = 5 * 60_000

const isLate = ({ acted_at, received_at }: Action) => Date.parse(received_at) - Date.parse(acted_at) > LATE_MS

/** Who did a till action. If the report came late or from somebody else, says below the name when and from whom. */
function Person({ action }: { action: Action }) {
  const { acted_by, received_at, received_from } = action
  return (
    <>
      {acted_by}
      {(isLate(action) || received_from !== acted_by) && (
        <span className="block text-sm text-ink-2">{s.receivedLater(formatInstant(received_at), received_from)}</span>
      )}
    </>
  )
}

const columns: Column<Action>[] = [
  { key: 'time', header: s.movedAt, card: 'title', cell: ({ acted_at }) => formatInstant(acted_at) },
  { key: 'kind', header: s.kind, cell: ({ kind }) => s.actionKinds[kind] },
  {
    key: 'description',
    header: s.description,
    cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
  },
  {
    key: 'amount',
    header: s.amount,
    align: 'right',
    cell: ({ kind, amount }) => (kind === 'drawer_opened' ? '—' : peso(amount)),
  },
  { key: 'terminal', header: s.terminal, cell: ({ terminal_name }) => terminal_name ?? '—' },
  { key: 'cashier', header: s.cashier, cell: (action) => <Person action={action} /> },
]

const kinds = TILL_ACTION_KINDS.map((value) => ({ value, label: s.actionKinds[value] }))

/** Deleted lines, abandoned orders and openings of the drawer, newest first. */
export function TillActionList() {
  const list = useList(movementContract.tillActions, { failed: s.actionsFailed })
  const sums = list.answer?.summary.kinds.map(({ kind, count, amount }) =>
    kind === 'drawer_opened'
      ? s.kindSum(s.actionSums[kind], formatNumber(count))
      : s.kindSum(s.actionSums[kind], `${formatNumber(count)}, ${peso(amount)}`),
  )
  return (
    <section aria-label={s.tillActions} className="space-y-3">
      <p className="text-sm text-ink-2">{s.actionsHint}</p>
      <FilteredList
        label={s.tillActions}
        list={list}
        columns={columns}
        kinds={kinds}
        exported={(filter) => ({
          endpoint: movementContract.exportTillActions,
          input: { querystring: filter },
          files: MOVEMENT_FILES.actions,
        })}
        report={actionReport}
        empty={{ icon: Trash2, title: s.noActions, body: s.noActionsHint }}
        sums={sums?.join(' · ')}
        cardsBelow="lg"
      />
    </section>
  )
}
