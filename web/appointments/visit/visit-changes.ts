import { visitMessages as s } from '#shared/appointments/desk-messages.ts'
import type { CalendarAppointment } from '#shared/appointments/contract.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { useAction } from '#web/data/use-action.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { useMinute } from '#web/lib/use-now.ts'
import { deskReads } from './desk-reads.ts'

type Visit = Pick<CalendarAppointment, 'id' | 'name'>
type Changed = Pick<CalendarAppointment, 'id' | 'version'>

/** Marks a client as arrived; the toast offers Undo. */
export function useArrive(onDone?: () => void) {
  const takeBack = useUndoArrival()
  return useAction(({ id }: Visit) => api(visitContract.setArrived, { params: { id }, body: { arrived: true } }), {
    done: (_, visit) => ({
      title: s.markedArrived(visit.name),
      seconds: UNDO_SECONDS,
      secondary: { label: s.undo, onPress: () => void takeBack.run(visit) },
    }),
    failed: s.arrivalFailed,
    reread: deskReads,
    ...(onDone && { onDone }),
  })
}

/** Undoes the change that marked a client as arrived. */
export const useUndoArrival = (onDone?: () => void) =>
  useAction(({ id }: Visit) => api(visitContract.setArrived, { params: { id }, body: { arrived: false } }), {
    done: s.arrivalTakenBack,
    failed: s.arrivalFailed,
    reread: deskReads,
    ...(onDone && { onDone }),
  })

/** How many seconds a toast offers Undo. */
export const UNDO_SECONDS = 10

/**
 * Undoes the change of a visit that the logged-in person has made and that led to this version. If the visit was
 * changed again since, nothing is undone, and a toast says so.
 */
export const useUndo = (onDone?: () => void) =>
  useAction((changed: Changed) => api(visitContract.undo, { params: { id: changed.id }, body: {} }, ifMatch(changed)), {
    done: ({ data }) => ({ title: s.undone, description: s.isAgain(statusMessages.inSentence[data.status]) }),
    failed: s.notUndone,
    reread: deskReads,
    ...(onDone && { onDone }),
  })

/** True while this person can undo the last change of a visit; updates with the clock. */
export function useMayUndo({ undo }: Pick<CalendarAppointment, 'undo'>): boolean {
  const { id } = usePerson()
  const now = useMinute()
  return undo !== null && undo.by === id && now < new Date(undo.until)
}
