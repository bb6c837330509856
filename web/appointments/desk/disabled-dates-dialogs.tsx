import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { appointmentsContract, staffAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { closuresContract, type DisabledDate } from '#shared/closures/contract.ts'
import { closureSentences } from '#shared/closures/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { formatLongDate, formatShortDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { api } from '#web/lib/api.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { describe, tellFailure, tellNetworkFailure, useRefreshAppointments } from './appointment-changes.ts'

type DisableDateDialogProps = {
  dates: readonly CivilDate[]
  open: boolean
  onClose: () => void
  onDisabled: () => void
}

/** Closes the picked dates with a reason. What is booked on them is listed first and stays booked. */
export function DisableDateDialog({ dates, open, onClose, onDisabled }: DisableDateDialogProps) {
  const form = useDisableForm(dates, onDisabled)
  const { hit, busy } = form
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.disableTitle}
      description={s.disableWhat(dates.map(formatShortDate).join('; '))}
      leave={s.keepOpen}
      send={hit ? s.disableAnyway : s.disableDate}
      busy={busy}
      busyLabel={s.disabling}
      danger
      onSubmit={form.submit}
    >
      <div ref={form.fields}>
        <Field label={s.reason} required error={form.error}>
          <Textarea value={form.reason} maxLength={200} onChange={(event) => form.setReason(event.target.value)} />
        </Field>
      </div>
      {hit && <BookedOnThem hit={hit} />}
    </FormDialog>
  )
}

function BookedOnThem({ hit }: { hit: Hit }) {
  return (
    <div role="alert" className="mt-4 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <p className="font-semibold text-warning">{hit.sentence}</p>
      <ul className="mt-2 space-y-1 text-ink">
        {hit.appointments.map((row) => (
          <li key={row.id}>{describe(row)}</li>
        ))}
      </ul>
    </div>
  )
}

/** The appointments that a closing would meet, and what the server says about them. */
type Hit = { sentence: string; appointments: StaffAppointment[] }

const hitData = z.object({ appointments: z.array(staffAppointment) })

function hitOf(error: unknown): Hit | undefined {
  if (!(error instanceof CallError)) return undefined
  const data = hitData.safeParse(error.data)
  return data.success ? { sentence: error.message, appointments: data.data.appointments } : undefined
}

/** The reason for which dates are closed; the second try says that the appointments on them were seen. */
function useDisableForm(dates: readonly CivilDate[], onDisabled: () => void) {
  const refresh = useRefreshAppointments()
  const [reason, setReason] = useState('')
  const [said, setSaid] = useState<{ reason?: string }>({})
  const [hit, setHit] = useState<Hit>()
  const [busy, setBusy] = useState(false)

  const disable = async () => {
    try {
      const body = { date: [...dates], remark: reason, despite_appointments: hit !== undefined }
      await api(appointmentsContract.disableDates, { body })
      toast.success({ title: s.success, description: s.disabled(dates.length) })
      await refresh()
      onDisabled()
    } catch (failure) {
      const found = hitOf(failure)
      if (found) return setHit(found)
      tellNetworkFailure(failure)
      // An answer that was lost may have been a yes: the calendar shows what holds now.
      void refresh()
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (reason.trim() === '') return setSaid({ reason: closureSentences.reasonRequired })
    setSaid({})
    setBusy(true)
    await disable()
    setBusy(false)
  }
  return { reason, setReason, error: said.reason, fields: useFocusOnProblem(said), hit, busy, submit }
}

type DisabledDateDialogProps = { closure: DisabledDate; open: boolean; onClose: () => void }

function useClosureForm({ id, remark = '' }: DisabledDate, onClose: () => void) {
  const refresh = useRefreshAppointments()
  const [reason, setReason] = useState(remark)
  const [said, setSaid] = useState<{ reason?: string }>({})
  const [busy, setBusy] = useState<'enable' | 'save'>()
  const run = async (what: 'enable' | 'save', work: () => Promise<string>, tell: (failure: unknown) => void) => {
    if (busy) return
    setBusy(what)
    try {
      toast.success({ title: await work() })
      onClose()
    } catch (failure) {
      tell(failure)
    }
    setBusy(undefined)
    await refresh()
  }
  const enable = () =>
    run(
      'enable',
      async () => (await api(closuresContract.enable, { params: { id } })).message,
      (failure) => tellFailure(failure, closureSentences.failedToEnable),
    )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setSaid({ reason: closureSentences.reasonRequired })
    setSaid({})
    const change = async () => {
      await api(closuresContract.changeRemark, { params: { id }, body: { remark: reason } })
      return s.reasonSaved
    }
    await run('save', change, tellNetworkFailure)
  }
  const fields = useFocusOnProblem(said)
  return { reason, setReason, error: said.reason, fields, busy, enable, save, isChanged: reason.trim() !== remark }
}

/** A closed date in Edit Mode: open it again, or correct why it is closed. */
export function DisabledDateDialog({ closure, open, onClose }: DisabledDateDialogProps) {
  const form = useClosureForm(closure, onClose)
  const footer = (
    <>
      <Button
        type="submit"
        disabled={!form.isChanged}
        busy={form.busy === 'save'}
        busyLabel={s.saving}
        className="mr-auto"
      >
        {s.saveReason}
      </Button>
      <Button variant="primary" onClick={() => void form.enable()} busy={form.busy === 'enable'} busyLabel={s.enabling}>
        {s.yesEnable}
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={form.busy === undefined}
      size="sm"
      title={s.undoTitle}
      description={formatLongDate(closure.date)}
      footer={footer}
      onSubmit={(event) => void form.save(event)}
    >
      <div ref={form.fields}>
        <Field label={s.reason} required error={form.error}>
          <Textarea value={form.reason} maxLength={200} onChange={(event) => form.setReason(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
