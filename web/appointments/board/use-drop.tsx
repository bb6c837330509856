import { useState } from 'react'
import type { BoardDay } from '#shared/appointments/board-contract.ts'
import { boardMessages as s } from '#shared/appointments/calendar-messages.ts'
import { visitMessages } from '#shared/appointments/desk-messages.ts'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { errorDataOf, type ApiError } from '#shared/lib/http-client.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { failedUnlessDeclined, sendWithReason } from '#web/alerts/ask-reason.ts'
import { holidayQuestion } from '#web/appointments/desk/appointment-changes.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { UNDO_SECONDS, useUndo } from '#web/appointments/visit/visit-changes.ts'
import { useAction } from '#web/data/use-action.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { now } from '#web/lib/use-now.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { conflictAt, requestedResources, timeOf, type BoardMode, type DropConflict } from './board-rules.ts'
import type { Drag } from './use-drag.ts'

const OverbookDialog = lazyDialog(
  async () => (await import('#web/appointments/visit/overbook-dialog.tsx')).OverbookDialog,
)

type Move = { drag: Drag; mode: BoardMode; day: BoardDay; overbook?: { resource_ids: string[]; reason: string } }

const timesOf = ({ visit, target }: Drag) => formatTimeRange(timeOf(target.start), visit.duration_minutes)

/** Describes the current status and time of a visit that somebody else has changed during the drag. */
const presentStateText = (row: StaffAppointment) =>
  s.itIsNow(
    statusMessages.inSentence[row.status],
    formatShortDate(row.appointment_date),
    formatTimeRange(row.appointment_time, row.duration_minutes),
  )

function whyNotMoved(error: ApiError) {
  const moved = errorDataOf(appointmentsContract.reschedule, 'state_moved', error)
  return { title: s.notMoved, description: moved ? `${error.message}\n${presentStateText(moved)}` : error.message }
}

/** Moves a visit to where it was dropped, if need be with a reason; a toast offers to undo the move. */
function useMove(nameOf: (columnId: string) => string, holiday: string | undefined) {
  const undo = useUndo()
  const key = useIdempotencyKey()
  return useAction(
    ({ drag: { visit, target }, mode, day, overbook }: Move) => {
      const { id } = visit
      const move = {
        appointment_id: id,
        appointment_date: day.date,
        appointment_time: timeOf(target.start),
        ...requestedResources(visit, target.columnId, mode),
        ...(overbook && { overbook }),
      }
      return sendWithReason('moved', (override) => {
        const body = { ...move, ...(override && { override }) }
        return api(appointmentsContract.reschedule, { params: { id }, body }, { ...key.of(body), ...ifMatch(visit) })
      })
    },
    {
      ask: ({ day }) => holidayQuestion(day.date, holiday),
      done: ({ data }, { drag }) => ({
        title: s.moved,
        description: s.movedTo(drag.visit.name, timesOf(drag), nameOf(drag.target.columnId)),
        seconds: UNDO_SECONDS,
        secondary: { label: visitMessages.undo, onPress: () => void undo.run(data) },
      }),
      failed: failedUnlessDeclined(whyNotMoved),
      reread: deskReads,
      onDone: key.forget,
    },
  )
}

type DropOptions = {
  day: BoardDay | undefined
  mode: BoardMode
  nameOf: (columnId: string) => string
  holiday: string | undefined
}

/**
 * Handles a dropped visit: moves it, puts it back if the move is impossible, or asks whether to overbook. The caller
 * must render `dialog`. `pending` is the dropped visit, which is drawn at its new place until the board is read again.
 */
export function useDrop({ day, mode, nameOf, holiday }: DropOptions) {
  const [pending, setPending] = useState<Drag | null>(null)
  const overbooking = useDialog(OverbookDialog)
  const { run } = useMove(nameOf, holiday)
  const send = async (move: Move) => {
    setPending(move.drag)
    await run(move)
    setPending(null)
  }
  const onDrop = (drag: Drag) => {
    if (!day) return
    const conflict = conflictAt(day, drag.visit, drag.target, { mode, now: now() })
    if (conflict === null) return void send({ drag, mode, day })
    if (conflict.over.length === 0) return toast.info({ title: s.putBack(drag.visit.name), description: conflict.text })
    overbooking.open({
      lead: s.overbookLead(drag.visit.name, timesOf(drag)),
      taken: [conflict.text],
      leave: s.overbookLeave,
      onOverbook: (reason) => {
        const resource_ids = conflict.over.map(({ id }) => id)
        void send({ drag, mode, day, overbook: { resource_ids, reason } })
      },
    })
  }
  return { onDrop, pending, dialog: overbooking.element }
}

/** Why the dragged visit cannot be dropped at its current target. */
export function conflictOf(day: BoardDay, { visit, from, target }: Drag, mode: BoardMode): DropConflict | null {
  const isAtHome = from.columnId === target.columnId && from.start === target.start
  return isAtHome ? null : conflictAt(day, visit, target, { mode, now: now() })
}
