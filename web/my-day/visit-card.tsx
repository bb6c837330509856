import { clsx } from 'clsx'
import { ClipboardPlus, NotebookPen } from 'lucide-react'
import { Link } from 'react-router'
import { isLate, isWaiting, canMarkArrival } from '#shared/appointments/attendance.ts'
import { deskMessages, visitMessages as v } from '#shared/appointments/desk-messages.ts'
import { chartMessages as c } from '#shared/charts/messages.ts'
import { myDayContract, type OwnVisit } from '#shared/my-day/contract.ts'
import { myDayMessages as s } from '#shared/my-day/messages.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { type CivilDate } from '#shared/lib/manila-time.ts'
import { noteLinkMessages as n } from '#shared/treatment-notes/link-messages.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { failedUnlessDeclined, sendWithReason } from '#web/alerts/ask-reason.ts'
import { offeredTransitions } from '#web/appointments/desk/appointment-changes.ts'
import { ClientNote } from '#web/appointments/visit/client-note.tsx'
import { formatWait } from '#web/appointments/visit/visit-marks.tsx'
import { UNDO_SECONDS, useMayUndo } from '#web/appointments/visit/visit-changes.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { linesOfUsed } from '#web/appointments/visit/used-supplies.ts'
import { useAction } from '#web/data/use-action.ts'
import { VisitHandOverButton } from '#web/forms/filling/hand-over-button.tsx'
import { MissingFormsBadge } from '#web/forms/filling/missing-forms.tsx'
import { api, ifMatch } from '#web/lib/api.ts'
import { chartPath, notePath } from '#web/lib/paths.ts'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'

const reread = [myDayContract.day]

type VisitCardProps = { visit: OwnVisit; today: CivilDate; now: Date }

/** A card for one visit of the practitioner's day, with buttons for what can be done now. */
export function VisitCard({ visit, today, now }: VisitCardProps) {
  const isOver = visit.status === 'completed'
  const mayReadChart = useMayUseCharts('charts.read')
  return (
    <li className={clsx('rounded-card border bg-surface p-4', isUnderWay(visit) ? 'border-primary' : 'border-line')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tnum mr-auto text-lg font-bold">
          {formatTimeRange(visit.appointment_time, visit.duration_minutes)}
        </span>
        <StatusBadge status={visit.status}>{statusMessages.statuses[visit.status]}</StatusBadge>
        <Attendance visit={visit} now={now} />
        <MissingFormsBadge appointmentId={isOver ? null : visit.id} />
      </div>
      <h2 className={clsx('mt-1 text-lg wrap-anywhere', isOver ? 'font-semibold' : 'font-bold')}>{visit.name}</h2>
      {mayReadChart && (
        <Link to={chartPath(visit.client_id)} className={`${buttonClass({ variant: 'quiet' })} -ml-3`}>
          <ClipboardPlus size={18} aria-hidden="true" />
          {c.chart}
          <span className="sr-only">{visit.name}</span>
        </Link>
      )}
      {mayReadChart && visit.appointment_date <= today && (
        <Link
          to={notePath(visit.client_id, visit.id)}
          aria-label={n.noteFor(visit.name)}
          className={buttonClass({ variant: 'quiet' })}
        >
          <NotebookPen size={18} aria-hidden="true" />
          {n.writeNote}
        </Link>
      )}
      <p className="text-ink-2">
        {servicesOf(visit)}
        {visit.room_name !== null && `, ${s.in(visit.room_name)}`}
      </p>
      {visit.whole && (
        <p className="tnum text-sm text-ink-2">
          {s.partOf(formatTimeRange(visit.whole.appointment_time, visit.whole.duration_minutes))}
        </p>
      )}
      <AlertLine clientId={visit.client_id} className="mt-2" />
      <ClientNote visit={visit} className="mt-2" />
      {visit.note.text !== null && (
        <p className="mt-2 rounded-ctl bg-warning-soft px-3 py-2 text-sm whitespace-pre-line wrap-anywhere text-warning">
          <span className="font-semibold">{v.noteOf}</span> {visit.note.text}
        </p>
      )}
      <VisitActions visit={visit} today={today} now={now} />
    </li>
  )
}

const isUnderWay = ({ status }: OwnVisit) => status === 'on-going'

function Attendance({ visit, now }: Pick<VisitCardProps, 'visit' | 'now'>) {
  if (visit.arrived_at !== null && isWaiting(visit))
    return <Badge tone="info">{v.waiting(formatWait(visit.arrived_at, now))}</Badge>
  if (visit.overdue) return <Badge tone="danger">{deskMessages.overdue}</Badge>
  return isLate({ ...visit, ...visit.whole }, now) ? <Badge tone="warning">{v.late}</Badge> : null
}

/** Marks the client as arrived; the toast offers Undo. */
function useArrive() {
  const send = ({ id }: OwnVisit, arrived: boolean) =>
    api(myDayContract.setArrived, { params: { id }, body: { arrived } })
  const takeBack = useAction((visit: OwnVisit) => send(visit, false), {
    done: v.arrivalTakenBack,
    failed: v.arrivalFailed,
    reread,
  })
  return useAction((visit: OwnVisit) => send(visit, true), {
    done: (_, visit) => ({
      title: v.markedArrived(visit.name),
      seconds: UNDO_SECONDS,
      secondary: { label: v.undo, onPress: () => void takeBack.run(visit) },
    }),
    failed: v.arrivalFailed,
    reread,
  })
}

type Step = { visit: OwnVisit; to: 'on-going' | 'completed' }

/** Starts or ends the treatment; ending asks first, because the front desk then asks the client for the payment. */
const useStep = () =>
  useAction(
    ({ visit, to }: Step) =>
      sendWithReason('started', (override) => {
        const body = { status: to, ...(override && { override }) }
        return api(myDayContract.changeStatus, { params: { id: visit.id }, body }, ifMatch(visit))
      }),
    {
      ask: ({ visit, to }) =>
        to === 'completed'
          ? { title: s.endQuestion(visit.name), confirmLabel: deskMessages.end, cancelLabel: s.cancel, harmless: true }
          : null,
      done: ({ used = [] }, { visit, to }) => ({
        title: to === 'completed' ? s.ended(visit.name) : s.started(visit.name),
        description: linesOfUsed(used).join('\n'),
      }),
      failed: failedUnlessDeclined(s.notSaved),
      reread,
    },
  )

/**
 * Undoes the displayed change of status; if somebody has changed the visit since, nothing is undone and a message says
 * so.
 */
const useUndo = () =>
  useAction((visit: OwnVisit) => api(myDayContract.undo, { params: { id: visit.id }, body: {} }, ifMatch(visit)), {
    done: v.undone,
    failed: v.notUndone,
    reread,
  })

/** The buttons for what the practitioner can do with the visit now. */
function VisitActions({ visit, today, now }: VisitCardProps) {
  const [arrive, step, undo] = [useArrive(), useStep(), useUndo()]
  const mayUndo = useMayUndo(visit)
  const canArrive = visit.arrived_at === null && canMarkArrival({ ...visit, ...visit.whole }, now)
  const steps = offeredTransitions(visit, today).flatMap(({ to, label }) =>
    to === 'on-going' || to === 'completed' ? [{ to, label }] : [],
  )
  if (!canArrive && !mayUndo && steps.length === 0) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2 *:flex-1">
      {canArrive && (
        <Button
          busy={arrive.busy}
          aria-label={deskMessages.actionFor(v.arrived, visit.name)}
          onClick={() => void arrive.run(visit)}
        >
          {v.arrived}
        </Button>
      )}
      <VisitHandOverButton client={visit} appointmentId={visit.status === 'completed' ? null : visit.id} />
      {steps.map(({ to, label }) => (
        <Button
          key={to}
          variant="primary"
          busy={step.busy}
          aria-label={deskMessages.actionFor(label, visit.name)}
          onClick={() => void step.run({ visit, to })}
        >
          {label}
        </Button>
      ))}
      {mayUndo && (
        <Button
          variant="quiet"
          busy={undo.busy}
          aria-label={deskMessages.actionFor(v.undo, visit.name)}
          onClick={() => void undo.run(visit)}
        >
          {v.undo}
        </Button>
      )}
    </div>
  )
}
