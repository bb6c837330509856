import { ListChecks, SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { dayNumber, formatShortDate } from '#shared/lib/manila-time.ts'
import { DUE_PLAN_FILES, treatmentPlansContract as contract, type DuePlan } from '#shared/treatment-plans/contract.ts'
import { duePlanMessages as s, treatmentPlanMessages as planWords } from '#shared/treatment-plans/messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { clientPath } from '#web/clients/client-paths.ts'
import { useList } from '#web/data/use-list.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import { factsOf, type Making, type Report } from '#web/exports/report/report.ts'
import { chartPath } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useToday } from '#web/lib/use-now.ts'
import { EmailText, PhoneLink } from '#web/ui/data/contact-text.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { EMPTY_SUBTITLE, PageHeader } from '#web/ui/page-header.tsx'
import { BookSession } from './book-session.tsx'

/** The clients whose next session is due and not booked, to be called and booked one after the other. */
export default function DuePage() {
  const list = useList(contract.due, { live: true, failed: s.failedToLoad })
  const may = permissionsOf(useRole())
  const { search } = list.query
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={list.total === undefined ? EMPTY_SUBTITLE : s.count(list.total)} />
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label={s.search} {...list.searchBox} className="w-full sm:w-80" />
        {may.has('clients.read') && (
          <ExportButtons
            list={{
              endpoint: contract.exportDue,
              input: { querystring: { search } },
              total: list.total,
              files: DUE_PLAN_FILES,
              report: (making) => dueReport(search, making),
              nothing: { title: s.nothingToExport, description: s.none },
            }}
          />
        )}
      </div>
      <DataTable
        label={s.title}
        columns={may.has('appointments.manage') ? [...columns, bookColumn] : columns}
        rowKey={({ id }) => id}
        empty={search === '' ? <Nobody /> : <EmptyState icon={SearchX} title={s.noMatch} body={s.noMatchHint} />}
        cardsBelow="md"
        {...list.table}
      />
      <Pager {...list.pager} />
    </div>
  )
}

const Nobody = () => <EmptyState icon={ListChecks} title={s.none} body={s.noneHint} />

type CellProps = { plan: DuePlan }

const columns: Column<DuePlan>[] = [
  { key: 'client', header: s.client, card: 'title', cell: (plan) => <ClientCell plan={plan} /> },
  {
    key: 'plan',
    header: s.service,
    cell: ({ service_name, treatment_name }) => (
      <>
        <span className="block wrap-break-word">{service_name}</span>
        <span className="block text-compact text-ink-2">{treatment_name}</span>
      </>
    ),
  },
  {
    key: 'session',
    header: s.session,
    cell: ({ done, sessions, last_done_on }) => (
      <>
        <span className="tnum block">{s.sessionOf(done + 1, sessions)}</span>
        <span className="tnum block text-compact text-ink-2">
          {last_done_on === null ? s.noSessionYet : planWords.lastDone(formatShortDate(last_done_on))}
        </span>
      </>
    ),
  },
  { key: 'due', header: s.due, cell: (plan) => <DueCell plan={plan} /> },
]

const bookColumn: Column<DuePlan> = {
  key: 'book',
  header: s.actions,
  headerHidden: true,
  cell: (plan) => <BookSession client={plan.client} plan={plan} label={s.book} name={s.bookFor(plan.client.name)} />,
  align: 'right',
  card: 'actions',
}

/**
 * The client with the phone number, or the e-mail if there is no number. The name links to the client's page or, for
 * practitioners, who may not open that page, to the chart.
 */
function ClientCell({ plan: { client } }: CellProps) {
  const role = useRole()
  const id = client.client_id
  return (
    <>
      <Link
        to={permissionsOf(role).has('clients.read') ? clientPath(role, id) : chartPath(id)}
        className="-mt-0.5 block py-0.5 font-semibold wrap-anywhere text-ink hover:underline"
      >
        {client.name}
      </Link>
      {client.contact_number === null && client.email !== null && (
        <span className="block text-compact font-normal text-ink-2">
          <EmailText address={client.email} />
        </span>
      )}
      {client.contact_number && (
        <span className="block text-compact font-normal text-ink-2">
          <PhoneLink number={client.contact_number} className="my-0! -mb-1! pt-0.5! pb-1!" />
        </span>
      )}
      <AlertLine clientId={id} isShort className="mt-1" />
    </>
  )
}

/** The cell that shows since when a session is due, as date and number of days. */
function DueCell({ plan: { due_on } }: CellProps) {
  const today = useToday()
  if (due_on === null) return null
  return (
    <>
      <span className="tnum block whitespace-nowrap">{formatShortDate(due_on)}</span>
      <span className="tnum block text-compact text-ink-2">{s.waits(dayNumber(today) - dayNumber(due_on))}</span>
    </>
  )
}

const dueReport = (search: string, making: Making): Report => ({
  title: s.title,
  ...factsOf(making, search === '' ? [] : [s.searched(search)]),
  columns: [
    { header: s.client, cell: 0, kind: 'text' },
    { header: s.number, cell: 1, kind: 'text', width: 34 },
    { header: s.service, cell: 2, kind: 'text', width: 46 },
    { header: s.session, cell: 3, kind: 'text', width: 22 },
    { header: s.due, cell: 4, kind: 'date', width: 28 },
  ],
})
