import { Archive, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { chartsContract, KEPT_CHARTS, type KeptChart } from '#shared/charts/contract.ts'
import { clinicalRecordMessages as s } from '#shared/charts/messages.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { api } from '#web/lib/api.ts'
import { chartPath } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { ListExport } from '#web/exports/list-export.tsx'
import { keptChartFile } from '#shared/charts/list-file.ts'

const states = KEPT_CHARTS.map((value) => ({ value, label: s.keptStates[value] }))

const columns: Column<KeptChart>[] = [
  { key: 'client', header: s.client, card: 'title', cell: ({ name }) => name },
  {
    key: 'visit',
    header: s.lastVisit,
    cell: ({ last_visit }) => (last_visit === null ? s.noVisit : formatDate(last_visit)),
  },
  { key: 'until', header: s.keptUntil, cell: ({ kept_until }) => formatDate(kept_until) },
  {
    key: 'open',
    header: s.openKept,
    cell: ({ client_id, name }) => (
      <Link to={chartPath(client_id)} className={buttonClass({ variant: 'quiet' })}>
        {s.openKept}
        <span className="sr-only">{name}</span>
      </Link>
    ),
  },
]

/** Deletes a chart for good after a confirmation. */
const useDelete = () =>
  useAction(({ client_id }: KeptChart) => api(chartsContract.deleteChart, { params: { clientId: client_id } }), {
    ask: ({ name }) => ({
      title: s.deleteQuestion(name),
      body: s.deleteBody,
      confirmLabel: s.deleteSend,
      danger: true,
      busyLabel: s.deleting,
    }),
    done: s.deleted,
    failed: s.notDeleted,
    reread: [chartsContract.keptCharts],
  })

/** The column with the button that deletes a chart. */
const deletionColumn = (onDelete: (chart: KeptChart) => unknown): Column<KeptChart> => ({
  key: 'delete',
  header: s.deleteKept,
  cell: (chart) => (
    <Button variant="danger-quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => void onDelete(chart)}>
      {s.deleteKept}
      <span className="sr-only">{chart.name}</span>
    </Button>
  ),
})

const empty = {
  locked: <EmptyState icon={Archive} title={s.noLocked} body={s.noLockedHint} />,
  past: <EmptyState icon={Archive} title={s.noPast} body={s.noPastHint} />,
}

/** Lists the charts of closed accounts, and charts that need not be kept any longer. */
export function KeptCharts() {
  const list = useList(chartsContract.keptCharts, { failed: s.keptFailed, local: true })
  const remove = useDelete()
  const { state } = list.query
  const deletion = deletionColumn(remove.run)
  return (
    <section aria-label={s.oldCharts} className="space-y-3">
      <p className="text-sm text-ink-2">{s.keptHint}</p>
      <div className="flex flex-wrap items-start gap-3">
        <SegmentedControl
          aria-label={s.oldCharts}
          options={states}
          value={state}
          onChange={(next) => list.change({ state: next })}
        />
        <SearchBox label={s.search} {...list.searchBox} className="w-full lg:w-80" />
        <ListExport
          list={list}
          file={keptChartFile}
          endpoint={chartsContract.exportKeptCharts}
          covers={[s.keptStates[state]]}
        />
      </div>
      <DataTable
        label={s.keptStates[state]}
        columns={state === 'past' ? [...columns, deletion] : columns}
        rowKey={({ client_id }) => client_id}
        empty={empty[state]}
        cardsBelow="md"
        {...list.table}
      />
      <Pager {...list.pager} />
    </section>
  )
}
