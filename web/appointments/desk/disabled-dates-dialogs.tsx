import { useRef, useState, type RefObject } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { calendarMessages as s } from '#shared/appointments/calendar-messages.ts'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { closedDatesContract, type DisabledDate } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages } from '#shared/closed-dates/messages.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { formatLongDate, formatShortDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PhoneLink } from '#web/ui/data/contact-text.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { discardQuestion, useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { ClientLink } from './appointment-cells.tsx'
import { failedAs, failedOnNetwork } from './appointment-changes.ts'

type DisableDateDialogProps = DialogControl & { dates: readonly CivilDate[]; onDisabled: () => void }

/** The booked visits on dates that staff want to close, and the server's message about them. */
type BookedVisits = { sentence: string; appointments: readonly StaffAppointment[] }

/**
 * The form that closes dates with a reason. If visits are booked on these dates, they are listed, and sending the form
 * again confirms that staff have seen them.
 */
function useDisableForm(dates: readonly CivilDate[], onDisabled: () => void) {
  const [booked, setBooked] = useState<BookedVisits>()
  const { form, dialog } = useContractForm(appointmentsContract.disableDates, {
    values: { remark: '' },
    input: ({ remark }) => ({
      body: {
        date: [...dates],
        remark,
        ...(booked && { despite_appointments: true, seen_appointments: booked.appointments.map(({ id }) => id) }),
      },
    }),
    // The form has no field for the dates, so the server's error about `date` is shown at the field `remark`.
    place: { date: 'remark' },
    done: { title: s.success, description: s.disabled(dates.length) },
    failed: (error, others) => {
      const met = errorDataOf(appointmentsContract.disableDates, 'conflict', error)
      if (met) setBooked({ sentence: error.message, appointments: met.appointments })
      return met || others.length === 0 ? null : failedOnNetwork(error)
    },
    // After a lost response the closing may have succeeded, so the calendar is reloaded.
    reread: deskReads,
    onSettled: (outcome) => outcome.kind === 'done' && onDisabled(),
  })
  return { form, dialog, booked }
}

/** Closes the selected dates with a reason. Their appointments are listed first and stay booked. */
export function DisableDateDialog({ dates, open, onClose, onDisabled }: DisableDateDialogProps) {
  const { form, dialog, booked } = useDisableForm(dates, () => {
    onClose()
    onDisabled()
  })
  const reason = useRef<HTMLTextAreaElement>(null)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      initialFocus={reason}
      size="sm"
      title={s.disableTitle}
      description={s.disableWhat(dates.map(formatShortDate).join('; '))}
      leave={s.keepOpen}
      send={booked ? s.disableAnyway : s.disableDate}
      busyLabel={s.disabling}
      danger
      {...dialog}
    >
      <ReasonField form={form} fieldRef={reason} />
      {booked && <BookedVisitsAlert booked={booked} />}
    </FormDialog>
  )
}

function BookedVisitsAlert({ booked }: { booked: BookedVisits }) {
  return (
    <div role="alert" className="mt-4 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <p className="font-semibold text-warning">{booked.sentence}</p>
      <ul className="mt-2 space-y-2 text-ink">
        {booked.appointments.map((row) => (
          <li key={row.id} className="flex flex-wrap items-baseline gap-x-3">
            <ClientLink client={row} className="font-semibold" />
            <PhoneLink number={row.contact_number} />
            <span className="w-full text-ink-2">
              {s.bookedOn(
                servicesOf(row),
                formatShortDate(row.appointment_date),
                formatTimeRange(row.appointment_time, row.duration_minutes),
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type ReasonFieldProps = { form: UseFormReturn<{ remark: string }>; fieldRef?: RefObject<HTMLTextAreaElement | null> }

function ReasonField({ form, fieldRef }: ReasonFieldProps) {
  const { ref: register, ...field } = form.register('remark')
  const ref = (area: HTMLTextAreaElement | null) => {
    register(area)
    if (fieldRef) fieldRef.current = area
  }
  return (
    <Field label={s.reason} required error={form.formState.errors.remark?.message}>
      <Textarea {...field} ref={ref} maxLength={200} />
    </Field>
  )
}

/** The two actions for a closed date in Edit Mode: enabling the date, and changing the reason. */
function useDisabledDateForm({ id, remark = '' }: DisabledDate, onDone: () => void) {
  const enable = useAction(closedDatesContract.enable, {
    done: ({ message }) => message,
    failed: failedAs(closedDatesMessages.failedToEnable),
    reread: deskReads,
    onDone,
  })
  const { form, busy, onSubmit } = useContractForm(closedDatesContract.changeRemark, {
    values: { remark },
    input: (body) => ({ params: { id }, body }),
    done: s.reasonSaved,
    failed: (error, others) => (others.length === 0 ? null : failedOnNetwork(error)),
    reread: deskReads,
    onDone,
  })
  const typed = useWatch({ control: form.control, name: 'remark' })
  const isChanged = typed.trim() !== remark
  return {
    form,
    onSubmit,
    isSaving: busy,
    isChanged,
    isEnabling: enable.busy,
    enable: () => void enable.run({ params: { id } }),
  }
}

/**
 * The dialog of a closed date in Edit Mode: enable it or change the reason. It is no `FormDialog`, because enabling is
 * its main action and sends no form.
 */
export function DisabledDateDialog({ closure, open, onClose }: DialogControl & { closure: DisabledDate }) {
  const { form, onSubmit, isSaving, isChanged, isEnabling, enable } = useDisabledDateForm(closure, onClose)
  const confirm = useConfirm()
  const close = async () => {
    if (!isChanged || (await confirm(discardQuestion))) onClose()
  }
  useUnsavedGuard(open && isChanged)
  const footer = (
    <>
      <Button
        type="submit"
        disabled={!isChanged || isEnabling}
        busy={isSaving}
        busyLabel={s.saving}
        className="mr-auto"
      >
        {s.saveReason}
      </Button>
      <Button variant="primary" onClick={enable} disabled={isSaving} busy={isEnabling} busyLabel={s.enabling}>
        {s.yesEnable}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={() => void close()}
      dismissible={!isSaving && !isEnabling}
      size="sm"
      title={s.undoTitle}
      description={formatLongDate(closure.date)}
      footer={footer}
      onSubmit={onSubmit}
    >
      <ReasonField form={form} />
    </Dialog>
  )
}
