import { Pencil, Trash2, UserX } from 'lucide-react'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable, type DataTableProps } from '#web/ui/data/data-table.tsx'
import type { Column } from '#web/ui/data/data-table-column.ts'
import { EmptyState } from '#web/ui/data/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { StatusBadge } from '#web/ui/data/status-badge.tsx'
import { visits, type Visit } from './samples.ts'

const columns: Column<Visit>[] = [
  { key: 'number', header: '#', cell: (_, index) => index + 1, className: 'w-14 text-ink-2', card: 'hidden' },
  {
    key: 'client',
    header: 'Client',
    cell: (visit) => <span className="font-semibold">{visit.client}</span>,
    card: 'title',
  },
  { key: 'service', header: 'Service Availed', cell: (visit) => visit.service },
  { key: 'time', header: 'Time', cell: (visit) => visit.time, align: 'right', className: 'whitespace-nowrap' },
  { key: 'amount', header: 'Amount', cell: (visit) => visit.amount, align: 'right' },
  {
    key: 'status',
    header: 'Status',
    cell: (visit) => <StatusBadge status={visit.status.toLowerCase()}>{visit.status}</StatusBadge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    card: 'actions',
    className: 'w-28',
    cell: (visit) => (
      <div className="flex justify-end">
        <IconButton label={`Edit ${visit.client}`} icon={<Pencil size={18} />} />
        <IconButton label={`Delete ${visit.client}`} icon={<Trash2 size={18} />} variant="danger-quiet" />
      </div>
    ),
  },
]

const shared: Pick<DataTableProps<Visit>, 'columns' | 'rowKey' | 'empty'> = {
  columns,
  rowKey: (visit) => visit.id,
  empty: (
    <EmptyState
      icon={UserX}
      title="No users found"
      body="Try adjusting your search or filter criteria"
      className="py-8"
    />
  ),
}

export function TablesSection() {
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2 xl:items-start">
      <DataTable {...shared} label="Visits" rows={visits} className="xl:col-span-2" />
      <SectionCard title="Loading" bodyClassName="p-3">
        <DataTable {...shared} label="Loading visits" rows={undefined} />
      </SectionCard>
      <SectionCard title="Empty" bodyClassName="p-3">
        <DataTable {...shared} label="No visits" rows={[]} />
      </SectionCard>
      <SectionCard title="Failed, rows kept, in a box" bodyClassName="p-3">
        <DataTable
          {...shared}
          label="Stale visits"
          rows={visits.slice(0, 6)}
          error="Failed to load history logs."
          onRetry={() => {}}
          lastUpdated="9:31 AM"
          maxHeight="max-h-[250px]"
        />
      </SectionCard>
      <SectionCard title="Failed, nothing there" bodyClassName="p-3">
        <DataTable
          {...shared}
          label="Failed visits"
          rows={undefined}
          error="Failed to load history logs."
          onRetry={() => {}}
        />
      </SectionCard>
    </div>
  )
}
