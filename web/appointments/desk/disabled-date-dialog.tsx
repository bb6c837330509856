import { useState, type FormEvent } from 'react'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { closuresContract, type DisabledDate } from '#shared/closures/contract.ts'
import { closureSentences } from '#shared/closures/sentences.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { api } from '#web/lib/api.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.ts'
import { tellFailure, tellNetworkFailure } from './use-change-status.ts'
import { useRefreshAppointments } from './use-desk-lists.ts'

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
