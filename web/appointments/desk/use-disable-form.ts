import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { appointmentsContract, staffAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { closureSentences } from '#shared/closures/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { api } from '#web/lib/api.ts'
import { useFocusOnProblem } from '#web/lib/use-focus-on-problem.ts'
import { toast } from '#web/ui/toast.ts'
import { useRefreshAppointments } from './use-desk-lists.ts'
import { tellNetworkFailure } from './use-change-status.ts'

/** The appointments that a closing would meet, and what the server says about them. */
type Hit = { sentence: string; appointments: StaffAppointment[] }

const hitData = z.object({ appointments: z.array(staffAppointment) })

function hitOf(error: unknown): Hit | undefined {
  if (!(error instanceof CallError)) return undefined
  const data = hitData.safeParse(error.data)
  return data.success ? { sentence: error.message, appointments: data.data.appointments } : undefined
}

/** The reason for which dates are closed; the second try says that the appointments on them were seen. */
export function useDisableForm(dates: readonly CivilDate[], onDisabled: () => void) {
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
