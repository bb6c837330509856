import { clsx } from 'clsx'
import { memo, useEffect, useState, type ReactNode } from 'react'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { hasCome } from '#shared/appointments/status.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { tableOf, useRead } from '#web/data/use-read.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { useExistingPage } from '#web/lib/use-url-state.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { ClientCell, PayLink, ServiceCell, StatusCell, TimeCell } from './appointment-cells.tsx'
import { ListExport } from '#web/exports/list-export.tsx'
import { appointmentFile } from '#shared/appointments/list-file.ts'

const columns: Column<StaffAppointment>[] = [
  { key: 'client', header: s.client, cell: (row) => <ClientCell appointment={row} />, card: 'title' },
  { key: 'service', header: s.service, cell: (row) => <ServiceCell appointment={row} /> },
  { key: 'time', header: s.time, cell: (row) => <TimeCell appointment={row} /> },
  { key: 'status', header: s.status, cell: (row) => <StatusCell appointment={row} /> },
  {
    key: 'actions',
    header: s.actions,
    cell: (row) => (
      <span className="flex justify-end cards:w-full cards:*:flex-1">
        <PayLink appointment={row} isNext />
      </span>
    ),
    align: 'right',
    card: 'actions',
  },
]

/** One page of the list of today's unpaid visits that have begun or are over. */
function useUnpaidToday(page: number) {
  const today = useToday()
  const filter = { scope: 'range', payment: 'unpaid', from: today, to: today } as const
  const read = useRead(
    appointmentsContract.list,
    { querystring: { ...filter, page } },
    { keepPrevious: true, live: true },
  )
  return { ...read, query: { ...filter, search: '' } }
}

/** The number of today's unpaid visits with a link to their list; hidden when there is none. */
export function UnpaidCount() {
  const { data } = useUnpaidToday(1)
  if (!data || data.total === 0) return null
  return (
    <a href={`#${PLACE}`} className="-my-2.5 inline-flex min-h-11 items-center rounded-ctl hover:underline">
      <Badge tone="warning">{s.countUnpaid(data.total)}</Badge>
    </a>
  )
}

const PLACE = 'unpaid'

/** Today's unpaid visits, for the end of the day; hidden when there is none. */
export const UnpaidToday = memo(function UnpaidToday() {
  const [page, setPage] = useState(1)
  const { data, failure, reload, isFetching, isPrevious, query } = useUnpaidToday(page)
  const pages = pageCount(data?.total ?? 0, data?.per_page ?? 1)
  useExistingPage(page, data && !isPrevious ? pages : undefined, setPage)
  const isThere = data !== undefined && data.total > 0
  useEffect(() => {
    // If the URL's anchor names this list, the browser could not scroll to the list when the page opened, because the
    // list did not exist yet; so the page scrolls now.
    if (isThere && window.location.hash === `#${PLACE}`) document.getElementById(PLACE)?.scrollIntoView()
  }, [isThere])
  if (!isThere) return null
  return (
    <div id={PLACE} className="scroll-mt-20">
      <SectionCard
        title={s.unpaidToday}
        aside={
          <>
            <Badge tone="warning">{data.total}</Badge>
            <ListExport
              list={{ query, total: data.total, error: failure, isPrevious }}
              file={appointmentFile}
              endpoint={appointmentsContract.exportList}
              covers={[s.unpaidToday]}
            />
          </>
        }
        bodyClassName="px-3 pb-3 sm:px-5 sm:pb-5 space-y-3"
      >
        <DataTable
          label={s.unpaidToday}
          columns={columns}
          rows={data.appointments}
          rowKey={(row) => row.id}
          empty={null}
          {...tableOf({ failure, reload, isFetching })}
          maxHeight="max-h-[250px] cards:max-h-[32rem]"
          cardsBelow="lg"
        />
        <Pager page={page} pageCount={pages} onChange={setPage} label={s.unpaidPages} />
      </SectionCard>
    </div>
  )
})

/** Shows a client's unpaid visits above `children`, which stay invisible until it is known whether there are any. */
export function BelowVisitsToPay({ userId, children }: { userId: string; children: ReactNode }) {
  const { isLoading } = useVisitsToPay(userId)
  return (
    <>
      <VisitsToPay userId={userId} />
      <div className={clsx(isLoading && 'invisible')}>{children}</div>
    </>
  )
}

const useVisitsToPay = (userId: string) =>
  useRead(appointmentsContract.payable, { querystring: { user_id: userId, per_page: 100 } }, { live: true })

/** The visits that one client can pay for at the till now; renders nothing if there is none. */
function VisitsToPay({ userId }: { userId: string }) {
  const visits = useVisitsToPay(userId)
  useEventStream(() => void visits.reload())
  const rows = visits.data?.appointments ?? []
  if (rows.length === 0) return null
  const owed = rows.filter(hasCome)
  const expected = rows.filter((row) => !hasCome(row))
  return (
    <SectionCard title={s.visitsToPay} aside={owed.length > 0 && <Badge>{owed.length}</Badge>}>
      <VisitRows rows={owed} isNext />
      {expected.length > 0 && <h3 className="mt-2 text-sm font-bold text-ink-2">{s.notHereYet}</h3>}
      <VisitRows rows={expected} />
    </SectionCard>
  )
}

/** Lists unpaid visits; `isNext` is true if paying is the only remaining step of these visits. */
function VisitRows({ rows, isNext = false }: { rows: readonly StaffAppointment[]; isNext?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
          <span className="min-w-0">
            <ServiceCell appointment={row} />
            <TimeCell appointment={row} />
          </span>
          <span className="flex flex-wrap items-center gap-3">
            <StatusCell appointment={row} />
            <PayLink appointment={row} isNext={isNext} />
          </span>
        </li>
      ))}
    </ul>
  )
}
