import { CalendarCheck, Coins, Users, Wallet, Pencil, Trash2, UserX, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { formatPeso, formatPesoShort } from '#shared/lib/money.ts'
import { BarChart, Ring } from '#web/ui/data/charts.tsx'
import { SectionCard, Card, StatCard } from '#web/ui/card.tsx'
import { DataTable, type DataTableProps, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState, ErrorPanel, SkeletonCards } from '#web/ui/data/load-states.tsx'
import { IconButton, Button } from '#web/ui/button.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { PageSizeSelect, Pager } from '#web/ui/data/pager.tsx'
import { months, visits, type Visit } from './samples.ts'

const inThousands = (centavos: number) => `₱${(centavos / 100_000).toLocaleString('en-PH')}k`

export function FiguresSection() {
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatCard
          label="Monthly Sales"
          value={formatPeso(98_460_000)}
          note="−22.31% vs October"
          noteTone="danger"
          icon={Wallet}
        />
        <StatCard label="Total Sales" value={formatPeso(1_211_450_000)} note="All-time revenue" icon={Coins} />
        <StatCard
          label="Today's Sales"
          value={formatPeso(4_825_000)}
          note="+12.4%"
          noteTone="success"
          icon={CalendarCheck}
        />
        <StatCard label="Total Clients" value="1,284" note="Active customers" icon={Users} loading />
      </dl>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <SectionCard title="Monthly Sales Trend">
          <BarChart label="Monthly sales" bars={months} formatValue={formatPesoShort} formatTick={inThousands} />
        </SectionCard>
        <SectionCard title="Client Analytics">
          <Ring
            percent={81.4}
            caption="of last month"
            label="214 clients this month against 263 last month, 81 percent"
          />
        </SectionCard>
      </div>
    </div>
  )
}

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

export function StatesSection() {
  const [page, setPage] = useState(6)
  const [size, setSize] = useState(5)
  return (
    <SectionCard title="States and paging" bodyClassName="space-y-4 px-5 pb-5">
      <ErrorPanel message="Failed to load clients data." onRetry={() => setPage(1)} lastUpdated="9:31 AM" />
      <ErrorPanel message="Request timed out. Please try again." onRetry={() => setPage(1)} busy />
      <SkeletonCards count={2} className="grid gap-4 sm:grid-cols-2" />
      <Card>
        <EmptyState
          icon={Users}
          title="No clients found"
          body="Try adjusting your search or adding a new client"
          action={<Button variant="primary">ADD YOUR FIRST CLIENT</Button>}
        />
      </Card>
      <EmptyState icon={CalendarX} title="No appointments scheduled for this day" />
      <Pager page={page} pageCount={12} onChange={setPage} />
      <Pager label="Pages of services" page={Math.min(page, 3)} pageCount={3} onChange={setPage} />
      <Pager page={page} pageCount={12} onChange={setPage} variant="steps" label="Pages of clients" />
      <Pager page={1} pageCount={1} onChange={setPage} />
      <PageSizeSelect value={size} options={[5, 10, 15, 20]} onChange={setSize} />
    </SectionCard>
  )
}
