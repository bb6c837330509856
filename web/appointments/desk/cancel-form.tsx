import { useState, type FormEvent } from 'react'
import { cancelAllContract } from '#shared/appointments/cancel-all-contract.ts'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { deskMessages as s } from '#shared/appointments/desk-messages.ts'
import { statusMessages } from '#shared/appointments/status-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { formatTimeRange, hasBegun } from '#shared/appointments/slots.ts'
import { CANCEL_REASONS, NOT_BEGUN_STATUSES, type CancelReason } from '#shared/appointments/status.ts'
import { withinSentence } from '#shared/clinic/document-name.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { useMinute } from '#web/lib/use-now.ts'
import { useFocusOnError } from '#web/lib/use-focus-on-error.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { failedAs } from './appointment-changes.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'

type Start = Pick<StaffAppointment, 'appointment_date' | 'appointment_time'>

/** The reasons that fit all of the visits: nobody can have missed a visit that has not begun. */
function useReasonsOf(visits: readonly Start[]): CancelReason[] {
  const now = useMinute()
  const allBegun = visits.every((visit) => hasBegun(visit.appointment_date, visit.appointment_time, now))
  return CANCEL_REASONS.filter((reason) => reason !== 'no-show' || allBegun)
}

/** A form that asks why `visits` are cancelled; `cancel` does the work, and `onDone` follows whatever came out. */
export function useCancelForm(
  visits: readonly Start[],
  cancel: (reason: CancelReason) => Promise<{ kind: string }>,
  onDone: () => void,
) {
  const reasons = useReasonsOf(visits)
  const [chosen, setReason] = useState<CancelReason | null>(null)
  const reason = reasons.find((each) => each === chosen) ?? null
  const [said, setSaid] = useState<{ reason?: string }>({})
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason === null) return setSaid({ reason: appointmentMessages.reasonRequired })
    const { kind } = await cancel(reason)
    if (kind !== 'skipped') onDone()
  }
  const choose = (next: CancelReason) => {
    setReason(next)
    setSaid({})
  }
  return { reasons, reason, choose, error: said.reason, fields: useFocusOnError(said), submit }
}
type CancelForm = ReturnType<typeof useCancelForm>

type ReasonFieldProps = { form: CancelForm; label?: string }

/** The field for the reason of the cancellation. */
export function CancelReasonField({ form, label = s.whyCancelled }: ReasonFieldProps) {
  const { reasons, reason, choose, error, fields } = form
  const options = reasons.map((value) => ({ value, label: statusMessages.reasons[value] }))
  return (
    <div ref={fields}>
      <Field label={label} group required error={error}>
        <RadioGroup options={options} value={reason} onChange={choose} />
      </Field>
    </div>
  )
}

/** A client's visits that have not begun, by time: those that can be cancelled together, and paid ones. */
export function useOpenVisits(clientId: string) {
  const querystring = { scope: 'active', client_id: clientId, per_page: 100 } as const
  const list = useRead(appointmentsContract.list, { querystring })
  const open = list.data?.appointments.filter(({ status }) => NOT_BEGUN_STATUSES.some((each) => each === status)) ?? []
  return { visits: open.filter(({ is_paid }) => !is_paid), paid: open.filter(({ is_paid }) => is_paid) }
}
export type OpenVisits = ReturnType<typeof useOpenVisits>

type CancelAllVisitsProps = { client: string; open: OpenVisits }

/** Lists what will be cancelled and what stays, with a warning that it cannot be undone. */
export function CancelAllVisits({ client, open: { visits, paid } }: CancelAllVisitsProps) {
  const [first, last] = [visits[0], visits.at(-1)]
  return (
    <div className="mb-4 space-y-3 text-sm">
      {first && last && (
        <p className="tnum text-ink">
          {s.cancelAllSpan(formatShortDate(first.appointment_date), formatShortDate(last.appointment_date))}
        </p>
      )}
      <ul
        aria-label={s.cancelAllOf(client)}
        // Focusable, so that it can be scrolled by keyboard.
        tabIndex={0}
        className="max-h-44 divide-y divide-line overflow-y-auto rounded-card border border-line px-4"
      >
        {visits.map((row) => (
          <li key={row.id} className="py-2">
            <span className="tnum block font-semibold">
              {formatShortDate(row.appointment_date)}, {formatTimeRange(row.appointment_time, row.duration_minutes)}
            </span>
            <span className="block text-ink-2 wrap-anywhere">{servicesOf(row)}</span>
          </li>
        ))}
      </ul>
      {paid.length > 0 && <p className="tnum text-ink-2">{s.paidStay(documentsOf(paid))}</p>}
      <p className="font-semibold text-danger">{s.cannotBeUndone}</p>
    </div>
  )
}

/** Lists the documents within a sentence: `receipt 002080, receipt 002083`. */
const documentsOf = (paid: readonly StaffAppointment[]): string =>
  paid.flatMap(({ paid_document: document }) => (document === null ? [] : [withinSentence(document)])).join(', ')

type CancelAll = { clientId: string; reason: CancelReason; open: OpenVisits }

/** Cancels the listed visits of a client; reports how many were cancelled and which stay. */
export const useCancelAll = () =>
  useAction(
    ({ clientId, reason, open: { visits } }: CancelAll) => {
      const body = { reason, appointment_ids: visits.map(({ id }) => id) }
      return api(cancelAllContract.cancelAllOf, { params: { id: clientId }, body })
    },
    {
      done: ({ data }) => ({
        title: s.cancelledAll(data.cancelled),
        ...(data.paid.length > 0 && { description: s.paidStay(documentsOf(data.paid)) }),
      }),
      failed: failedAs(s.failed),
      reread: deskReads,
    },
  )
