import { CalendarClock, CalendarHeart, RotateCcw, X } from 'lucide-react'
import { type ReactNode } from 'react'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages, statusMessages, selfServiceMessages } from '#shared/appointments/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { formatInstant, formatLongDate } from '#shared/lib/manila-time.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { peopleOf, servicesOf, treatmentsOf } from '#shared/lib/visit-services.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { useOwnDeposits, type OwnDeposits } from '#web/deposits/client/use-own-deposits.ts'
import { VisitDeposit } from '#web/deposits/client/visit-deposit.tsx'
import { bookAgainPath } from '#web/lib/public-paths.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, ErrorPanel, RowSkeletons } from '#web/ui/data/load-states.tsx'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { MyWaitlist } from '#web/waitlist/my-waitlist.tsx'
import { BookLink, DateTile, PrevNext } from './visit-parts.tsx'

const MoveVisitDialog = lazyDialog(async () => (await import('./move-visit-dialog.tsx')).MoveVisitDialog)

/** The tab with the client's own appointments. */
export function MyAppointments() {
  return (
    <div className="space-y-4">
      <MyWaitlist />
      <AppointmentGroup
        group="upcoming"
        title={s.upcoming}
        empty={s.noUpcoming}
        emptyAction={<BookLink>{s.bookNow}</BookLink>}
      />
      <AppointmentGroup group="past" title={s.past} empty={s.noPast} />
    </div>
  )
}

/** Shows the clinic's rules about cancelling, asks, and cancels a client's own appointment. */
const useCancel = (policy: string) =>
  useAction(
    (visit: ClientAppointment, sent) =>
      api(
        appointmentsContract.cancelMine,
        { params: { id: visit.appointment_id }, body: {} },
        { ...sent, ...ifMatch(visit) },
      ),
    {
      ask: ({ appointment_date, appointment_time, ...visit }) => ({
        title: s.cancelQuestion,
        body: `${s.cancelWhat(servicesOf(visit), formatLongDate(appointment_date), formatStart(appointment_time))} ${policy}`,
        confirmLabel: s.cancelThis,
        cancelLabel: s.keep,
        busyLabel: s.cancelling,
        danger: true,
      }),
      done: s.cancelledTitle,
      failed: (error) => ({
        title: s.notCancelledTitle,
        description: serverMessage(error, appointmentMessages.failedToUpdate),
      }),
      reread: [appointmentsContract.mine],
      idempotent: true,
    },
  )

type AppointmentGroupProps = {
  group: 'upcoming' | 'past'
  title: string
  empty: string
  /** The button shown for an empty list. */
  emptyAction?: ReactNode
}

/** Upcoming or past appointments, five at a time, with their number. */
function AppointmentGroup({ group, title, empty, emptyAction }: AppointmentGroupProps) {
  const move = useDialog(MoveVisitDialog)
  const list = useList(appointmentsContract.mine, { local: true, fixed: { group } })
  const deposits = useOwnDeposits()
  const { pager, failure, answer } = list
  // The visits are shown only when their deposits are loaded too, because the lines about deposits would push them
  // down.
  const rows = deposits.isLoading ? undefined : list.rows
  const policy = answer ? selfServiceMessages.policy(answer.policy) : ''
  const cancel = useCancel(policy)
  return (
    <SectionCard title={title} aside={list.answer && <Badge tone="primary">{list.total}</Badge>}>
      {failure && <ErrorPanel {...failure} message={s.appointmentsNotLoaded} className="mb-4" />}
      {group === 'upcoming' && deposits.failure && <ErrorPanel {...deposits.failure} className="mb-4" />}
      {(list.isLoading || (list.rows && !rows)) && <RowSkeletons />}
      {rows?.length === 0 && pager.page === 1 && (
        <EmptyState icon={CalendarHeart} title={empty} action={emptyAction} className="py-8!" />
      )}
      {group === 'upcoming' && rows && rows.length > 0 && <p className="mb-4 text-sm text-ink-2">{policy}</p>}
      <ul aria-label={title} aria-busy={list.isFetching || undefined}>
        {rows?.map((appointment) => (
          <AppointmentRow
            key={appointment.appointment_id}
            appointment={appointment}
            clinicPhone={answer?.clinic_phone ?? ''}
            deposits={deposits}
            onMove={() => move.open({ visit: appointment, policy })}
            onCancel={() => void cancel.run(appointment)}
          />
        ))}
      </ul>
      <PrevNext label={title} {...pager} />
      {move.element}
    </SectionCard>
  )
}

const isOver = ({ appointment_status: status }: ClientAppointment) => status === 'completed' || status === 'cancelled'

type AppointmentRowProps = {
  appointment: ClientAppointment
  clinicPhone: string
  deposits: OwnDeposits
  onMove: () => void
  onCancel: () => void
}

/** Says why the client must call to change a visit, with the clinic's phone number. */
function CallInstead({
  appointment: { cannot_move, cannot_cancel },
  clinicPhone,
}: Pick<AppointmentRowProps, 'appointment' | 'clinicPhone'>) {
  const reasons = [...new Set([cannot_cancel, cannot_move])].filter((reason) => reason !== null)
  if (reasons.length === 0) return null
  return (
    <div className="mt-1 text-sm text-ink-2">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {clinicPhone !== '' && (
        <p>
          {s.callClinic} <PhoneLink number={clinicPhone} className="font-semibold text-primary" />
        </p>
      )}
    </div>
  )
}

/** One appointment with its status and the buttons to move or cancel it. */
function AppointmentRow({ appointment, clinicPhone, deposits, onMove, onCancel }: AppointmentRowProps) {
  const { appointment_date, appointment_time, appointment_status } = appointment
  const [services, people] = [servicesOf(appointment), peopleOf(appointment)]
  const longDate = formatLongDate(appointment_date)
  const deposit = deposits.ofVisit(appointment.appointment_id)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <DateTile date={appointment_date} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-bold wrap-anywhere">{services}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {treatmentsOf(appointment)}
          {people !== null && `, ${s.withPerson(people)}`}
        </p>
        <p className="tnum text-sm text-ink-2">
          {longDate}, {formatStart(appointment_time)}
        </p>
        {appointment.held_until && !deposit?.held_until && (
          <p className="tnum text-sm text-ink-2">{s.heldUntil(formatInstant(new Date(appointment.held_until)))}</p>
        )}
        <p className="mt-2">
          <StatusBadge status={appointment_status}>{statusMessages.statuses[appointment_status]}</StatusBadge>
        </p>
        <CallInstead appointment={appointment} clinicPhone={clinicPhone} />
        {appointment.cancel_reason && (
          <p className="text-sm text-ink-2">{s.cancelReasons[appointment.cancel_reason]}</p>
        )}
      </div>
      {/* On phones the buttons share one row; Cancel keeps half the width even if it is the only button. */}
      <div className="flex gap-2 empty:hidden max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        {!appointment.can_cancel && isOver(appointment) && (
          <a
            href={bookAgainPath(appointment)}
            aria-label={s.bookAgainNamed(services)}
            className={`${buttonClass({ variant: 'quiet' })} max-sm:col-span-2`}
          >
            <RotateCcw size={18} aria-hidden="true" />
            {s.bookAgain}
          </a>
        )}
        {appointment.can_move && (
          <Button
            onClick={onMove}
            aria-label={s.moveNamed(services, longDate)}
            icon={<CalendarClock size={18} aria-hidden="true" />}
          >
            {s.move}
          </Button>
        )}
        {appointment.can_cancel && (
          <Button
            variant="danger-quiet"
            className="max-sm:col-start-2"
            onClick={onCancel}
            aria-label={s.cancelNamed(services, longDate)}
            icon={<X size={18} aria-hidden="true" />}
          >
            {s.cancel}
          </Button>
        )}
      </div>
      {deposit && deposits.ways && (
        <VisitDeposit
          deposit={deposit}
          ways={deposits.ways}
          visit={clientDepositMessages.visitOn(services, longDate)}
          isCancelled={appointment_status === 'cancelled'}
          onChange={deposits.replace}
        />
      )}
    </li>
  )
}
