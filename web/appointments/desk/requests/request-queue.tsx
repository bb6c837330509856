import { CalendarCheck2 } from 'lucide-react'
import { useEffect, useMemo, useRef, type FocusEvent } from 'react'
import { deskMessages, requestMessages as s } from '#shared/appointments/desk-messages.ts'
import { requestsContract, type AppointmentRequest } from '#shared/appointments/desk-contract.ts'
import { formatDay, formatInstant } from '#shared/lib/manila-time.ts'
import { ClientCell, ServiceCell, TimeCell } from '#web/appointments/desk/appointment-cells.tsx'
import { formatWait } from '#web/appointments/visit/visit-marks.tsx'
import { useList, type List } from '#web/data/use-list.ts'
import { useEventStream } from '#web/lib/event-stream.ts'
import { useMinute } from '#web/lib/use-now.ts'
import { useStableCallbacks } from '#web/lib/use-stable.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState, Skeleton } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import {
  useConfirmRequests,
  useConfirmSeen,
  ChooseRequest,
  ChosenRequests,
  useChosenRequests,
  type ChosenList,
} from './answer-requests.tsx'

const CancelAppointmentDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/cancel-dialogs.tsx')).CancelAppointmentDialog,
)

type RequestList = List<typeof requestsContract.requests>
type Row = AppointmentRequest

/** Pending requests of all dates or of one date, longest waiting first; those of one date can be confirmed together. */
export function RequestQueue({ maxHeight }: { maxHeight?: string }) {
  const list = useList(requestsContract.requests, { local: true, live: true, failed: s.failedToLoad })
  useEventStream(() => void list.reload())
  const decline = useDialog(CancelAppointmentDialog)
  const place = useRestoreFocus(list.rows)
  const { onDecline } = useStableCallbacks({ onDecline: (appointment: Row) => decline.open({ appointment }) })
  const { answer } = list
  const chosen = useChosenRequests(list.isPrevious ? undefined : list.rows)
  const columns = useMemo(() => columnsWith(onDecline, chosen), [onDecline, chosen])
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 empty:hidden">
        {/* Reserves the list's height while it loads, so that nothing below it moves. */}
        {answer === undefined && list.failure === undefined && (
          <div className="animate-appear-late">
            <Skeleton className="h-11 w-56" />
          </div>
        )}
        {answer && answer.summary.days.length > 0 && <DayFilter list={list} />}
        <ChosenRequests chosen={chosen} />
      </div>
      <div {...place}>
        <DataTable
          label={s.title}
          columns={columns}
          rowKey={(row) => row.id}
          empty={nothing}
          cardsBelow="md"
          skeletonRows={4}
          {...(maxHeight && { maxHeight })}
          {...list.table}
        />
      </div>
      <Pager {...list.pager} label={s.pages} />
      {decline.element}
    </div>
  )
}

const nothing = <EmptyState icon={CalendarCheck2} title={s.noneWaiting} body={s.noneWaitingHint} className="py-5" />

const ALL_DAYS = 'all'

/**
 * A field that chooses the date of the listed requests, and a button that confirms all displayed requests of this date.
 */
function DayFilter({ list }: { list: RequestList }) {
  const confirmDay = useConfirmSeen()
  const days = list.answer?.summary.days ?? []
  const all = days.reduce((sum, { requests }) => sum + requests, 0)
  const { date = ALL_DAYS } = list.query
  const shown = list.isPrevious ? [] : (list.rows ?? [])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={s.day}
        value={date}
        onChange={(day) => list.change({ date: day === ALL_DAYS ? undefined : day })}
        options={[
          { value: ALL_DAYS, label: s.allDays(all) },
          ...days.map((day) => ({ value: day.date, label: s.dayWith(formatDay(day.date), day.requests) })),
        ]}
        className="w-56!"
      />
      {date !== ALL_DAYS && shown.length > 0 && (
        <Button
          variant="primary"
          busy={confirmDay.busy}
          onClick={() => void confirmDay.run({ date, rows: shown, whenDone: () => list.change({ date: undefined }) })}
        >
          {s.confirmDay(shown.length)}
        </Button>
      )}
    </div>
  )
}

const columnsWith = (onDecline: (row: Row) => void, chosen: ChosenList): Column<Row>[] => [
  {
    key: 'client',
    header: deskMessages.client,
    cell: (row) => <PersonCell request={row} chosen={chosen} />,
    card: 'title',
  },
  { key: 'service', header: s.service, cell: (row) => <ServiceCell appointment={row} /> },
  { key: 'time', header: deskMessages.time, cell: (row) => <TimeCell appointment={row} /> },
  { key: 'waiting', header: s.requested, cell: (row) => <WaitingCell request={row} /> },
  {
    key: 'actions',
    header: deskMessages.actions,
    cell: (row) => <RequestActions request={row} onDecline={onDecline} />,
    align: 'right',
    card: 'actions',
  },
]

function PersonCell({ request, chosen }: { request: Row; chosen: ChosenList }) {
  return (
    <span className="flex items-center gap-3">
      <ChooseRequest request={request} chosen={chosen} />
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          <ClientCell appointment={request} />
        </span>
        {request.is_new_client && <Badge tone="gold">{s.newClient}</Badge>}
      </span>
    </span>
  )
}

function WaitingCell({ request: { requested_at, held_until, overdue } }: { request: Row }) {
  const wait = formatWait(requested_at, useMinute())
  return (
    <>
      <time dateTime={requested_at} className="tnum block whitespace-nowrap">
        {wait}
      </time>
      {held_until && (
        <span className="tnum block text-compact text-ink-2">{s.heldUntil(formatInstant(held_until))}</span>
      )}
      {overdue && <Badge tone="danger">{deskMessages.overdue}</Badge>}
    </>
  )
}

function RequestActions({ request, onDecline }: { request: Row; onDecline: (row: Row) => void }) {
  // Each row has its own action state, because the calls of several rows can run at once.
  const confirm = useConfirmRequests()
  return (
    <span className="flex justify-end gap-2 cards:w-full cards:*:flex-1">
      <Button
        variant="primary"
        data-answer
        busy={confirm.busy}
        aria-label={deskMessages.actionFor(deskMessages.confirm, request.name)}
        onClick={() => void confirm.run({ body: { ids: [request.id] } })}
        className="px-3.5! text-sm!"
      >
        {deskMessages.confirm}
      </Button>
      <Button
        variant="danger-quiet"
        aria-label={deskMessages.actionFor(deskMessages.decline, request.name)}
        onClick={() => onDecline(request)}
        className="px-3.5! text-sm!"
      >
        {deskMessages.decline}
      </Button>
    </span>
  )
}

/** When the focused row disappears, moves the focus to the row that takes its position. Returns props for the list. */
function useRestoreFocus(rows: readonly Row[] | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)
  const answers = () => [...(place.current?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])]
  useEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return
    answers()
      .at(Math.min(focused.current, answers().length - 1))
      ?.focus()
  }, [rows])
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    focused.current = answers().findIndex((answer) => answer.closest('tr')?.contains(target))
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) focused.current = -1
  }
  return { ref: place, onFocus, onBlur }
}
