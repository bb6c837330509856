import { useState, type FormEvent } from 'react'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import type { CancelReason } from '#shared/appointments/status.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'

/** A form that asks why; `cancel` does the work, and `onDone` follows whatever came out. */
export function useCancelForm(cancel: (reason: CancelReason) => Promise<void>, onDone: () => void) {
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [said, setSaid] = useState<{ reason?: string }>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (reason === null) return setSaid({ reason: appointmentSentences.reasonRequired })
    setBusy(true)
    await cancel(reason)
    onDone()
  }
  const choose = (next: CancelReason) => {
    setReason(next)
    setSaid({})
  }
  return { reason, choose, error: said.reason, fields: useFocusOnProblem(said), busy, submit }
}
export type CancelForm = ReturnType<typeof useCancelForm>
