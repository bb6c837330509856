import { ArrowLeft, Hourglass, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDay, formatInstantTime } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { waitlistContract, type WaitlistEntry } from '#shared/waitlist/contract.ts'
import { waitlistDeskMessages as s, waitlistMessages as common } from '#shared/waitlist/messages.ts'
import { WAITLIST_STATES, type WaitlistState } from '#shared/waitlist/requested-times.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { formatWait } from '#web/appointments/visit/visit-marks.tsx'
import { areaOf, clientPath } from '#web/clients/client-paths.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useMinute } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { EMPTY_SUBTITLE, PageHeader } from '#web/ui/page-header.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { EntryActions, useBookByHand } from './entry-actions.tsx'
import { requestedDays, requestedParts } from '#shared/waitlist/requested-time-text.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { waitlistFile } from '#shared/waitlist/list-file.ts'

const AddEntryDialog = lazyDialog(async () => (await import('./add-entry-dialog.tsx')).AddEntryDialog)
type WaitlistList = List<typeof waitlistContract.list>

/** The waitlist page for staff: entries, offers and actions. */
export default function WaitlistPage() {
  const list = useList(waitlistContract.list, { live: true, failed: s.failedToLoad })
  useEventStream(() => void list.reload())
  const add = useDialog(AddEntryDialog)
  const book = useBookByHand()
  const columns = useMemo(() => columnsWith(book.open), [book.open])
  const actions = (
    <>
      <AppointmentsLink />
      <ListExport
        list={list}
        file={waitlistFile}
        endpoint={waitlistContract.exportList}
        covers={[stateName(list.query.state)]}
      />
      <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => add.open({})}>
        {s.add}
      </Button>
    </>
  )
  const { waiting = 0, offered = 0 } = list.answer?.summary ?? {}
  return (
    <div className="space-y-4">
      <PageHeader
        title={common.title}
        subtitle={list.answer ? s.counts(waiting, offered) : EMPTY_SUBTITLE}
        actions={actions}
      />
      <Toolbar list={list} />
      <DataTable
        label={common.title}
        columns={columns}
        rowKey={(entry) => entry.id}
        empty={<Nothing list={list} />}
        cardsBelow="lg"
        {...list.table}
      />
      <Pager {...list.pager} label={s.pages} />
      {add.element}
      {book.element}
    </div>
  )
}

function AppointmentsLink() {
  return (
    <Link to={paths.appointments[areaOf(useRole())]} className={buttonClass()}>
      <ArrowLeft size={18} aria-hidden="true" />
      {s.toAppointments}
    </Link>
  )
}

const OPEN = 'open'

const stateName = (state: WaitlistState | typeof OPEN) => (state === OPEN ? s.open : common.states[state])

/** The search field and the filter by the state of entries, with counts. */
function Toolbar({ list }: { list: WaitlistList }) {
  const summary = list.answer?.summary
  const labelOf = (label: string, count: number | undefined) =>
    count === undefined ? label : s.stateWith(label, count)
  const open = summary && (summary.waiting ?? 0) + (summary.offered ?? 0)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={s.search} {...list.searchBox} className="w-full sm:w-80" />
      <Select
        aria-label={s.state}
        value={list.query.state ?? OPEN}
        onChange={(state) => list.change({ state: state === OPEN ? undefined : state })}
        options={[
          { value: OPEN, label: labelOf(s.open, open) },
          ...WAITLIST_STATES.map((state) => ({
            value: state,
            label: labelOf(common.states[state], summary && (summary[state] ?? 0)),
          })),
        ]}
        className="w-full! sm:w-64!"
      />
    </div>
  )
}

function Nothing({ list }: { list: WaitlistList }) {
  const isFiltered = list.query.search || (list.query.state ?? OPEN) !== OPEN
  return isFiltered ? (
    <EmptyState icon={Hourglass} title={s.noneMatch} body={s.noneMatchHint} />
  ) : (
    <EmptyState icon={Hourglass} title={s.noneOpen} body={s.noneOpenHint} />
  )
}

const columnsWith = (onBook: (entry: WaitlistEntry) => void): Column<WaitlistEntry>[] => [
  { key: 'client', header: s.client, cell: (entry) => <ClientCell entry={entry} />, card: 'title' },
  { key: 'service', header: s.service, cell: (entry) => <ServiceCell entry={entry} /> },
  { key: 'wish', header: s.wish, className: 'lg:min-w-48', cell: (entry) => <RequestedTimeCell entry={entry} /> },
  { key: 'state', header: s.state, className: 'lg:min-w-44', cell: (entry) => <StateCell entry={entry} /> },
  { key: 'waits', header: s.waits, cell: (entry) => <Age entry={entry} /> },
  {
    key: 'actions',
    header: s.actions,
    headerHidden: true,
    cell: (entry) => <EntryActions entry={entry} onBook={() => onBook(entry)} />,
    align: 'right',
    card: 'actions',
  },
]

type CellProps = { entry: WaitlistEntry }

function ClientCell({ entry: { client } }: CellProps) {
  return (
    <>
      <Link
        to={clientPath(useRole(), client.client_id)}
        className="-mt-0.5 block py-0.5 font-semibold wrap-anywhere text-ink hover:underline"
      >
        {client.name}
      </Link>
      {client.contact_number && (
        <span className="block text-compact font-normal text-ink-2">
          <PhoneLink number={client.contact_number} className="my-0! -mb-1! pt-0.5! pb-1!" />
        </span>
      )}
      <AlertLine clientId={client.client_id} isShort className="mt-1" />
    </>
  )
}

const ServiceCell = ({ entry }: CellProps) => (
  <>
    <span className="block wrap-break-word">{servicesOf(entry)}</span>
    {entry.practitioner_name && (
      <span className="block text-compact text-ink-2">{s.with(entry.practitioner_name)}</span>
    )}
  </>
)

const RequestedTimeCell = ({ entry }: CellProps) => (
  <>
    <span className="tnum block">{requestedDays(entry)}</span>
    <span className="block text-compact text-ink-2">{requestedParts(entry)}</span>
  </>
)

const toneOf: Record<WaitlistState, Tone> = {
  waiting: 'info',
  offered: 'gold',
  taken: 'success',
  withdrawn: 'neutral',
  expired: 'neutral',
}

/** The state of a waitlist entry, with the offered time if there is one. */
function StateCell({ entry: { state, offer, offers_made, offered_online } }: CellProps) {
  const quiet = 'tnum block text-compact text-ink-2'
  return (
    <>
      <Badge tone={toneOf[state]}>{common.states[state]}</Badge>
      {offer && (
        <>
          <span className="tnum mt-1 block font-semibold">{startText(offer)}</span>
          {offer.practitioner_name && <span className={quiet}>{s.with(offer.practitioner_name)}</span>}
          <span className={quiet}>{s.heldUntil(formatInstantTime(new Date(offer.ends_at)))}</span>
        </>
      )}
      {!offer && offers_made > 0 && state !== 'taken' && <span className={quiet}>{s.offersMade(offers_made)}</span>}
      {state === 'waiting' && !offered_online && <span className={quiet}>{s.notOnline}</span>}
    </>
  )
}

const startText = ({ appointment_date, appointment_time }: NonNullable<WaitlistEntry['offer']>) =>
  s.offeredMoment(formatDay(appointment_date), formatStart(appointment_time))

const Age = ({ entry: { created_at } }: CellProps) => (
  <time dateTime={created_at} className="tnum whitespace-nowrap">
    {formatWait(created_at, useMinute())}
  </time>
)
