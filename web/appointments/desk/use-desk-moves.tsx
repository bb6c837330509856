import { Suspense, useState, type ReactNode } from 'react'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { CancelAppointmentDialog, RescheduleDialog } from './lazy-dialogs.ts'
import { useChangeStatus } from './use-change-status.ts'

export type StartMove = (appointment: StaffAppointment, to: AppointmentStatus) => void

type Asked = { appointment: StaffAppointment; to: 'cancelled' | 'resched'; turn: number }

/** Starts a move: a question for most, a dialog for what needs a reason or a new time. `dialogs` must be on the page. */
export function useDeskMoves(): { startMove: StartMove; dialogs: ReactNode } {
  const changeStatus = useChangeStatus()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [open, setOpen] = useState(false)
  const startMove: StartMove = (appointment, to) => {
    if (to !== 'cancelled' && to !== 'resched') return void changeStatus(appointment, to)
    setAsked((before) => ({ appointment, to, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  const close = () => setOpen(false)
  const AskedDialog = asked?.to === 'resched' ? RescheduleDialog : CancelAppointmentDialog
  const dialogs = asked && (
    <Suspense>
      <AskedDialog key={asked.turn} appointment={asked.appointment} open={open} onClose={close} />
    </Suspense>
  )
  return { startMove, dialogs }
}
