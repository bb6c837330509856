import { boardMessages } from '#shared/appointments/board/messages.ts'
import { type ApiError, errorDataOf } from '#shared/lib/http-client.ts'
import { walkInsContract, type NowWith, type WalkIn } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { failedAs, takenText } from '#web/appointments/desk/appointment-changes.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { UNDO_SECONDS } from '#web/appointments/visit/visit-changes.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const OverbookDialog = lazyDialog(
  async () => (await import('#web/appointments/board/overbook-dialog.tsx')).OverbookDialog,
)

/** The conflicts in the error of a call that starts a visit. */
const conflictsOf = (error: ApiError) => errorDataOf(walkInsContract.takeIn, 'slot_taken', error)?.conflicts ?? []

/** Conflicts are shown as a question, so they need no toast. */
const failedToBegin = (fallback: string) => (error: ApiError) =>
  conflictsOf(error).length > 0 ? null : failedAs(fallback)(error)

const reread = [...deskReads, walkInsContract.startOptions]

/** Adds a client to today's queue, or starts their visit at once. */
export const useAddWalkIn = () =>
  useAction(walkInsContract.add, {
    done: ({ data }) =>
      data.state === 'waiting'
        ? { title: s.added(data.number), description: s.addedHint(data.name) }
        : { title: s.begun, description: data.name },
    failed: failedToBegin(s.failedToAdd),
    reread,
  })

/** Starts the visit of a waiting client. */
export const useTakeIn = () =>
  useAction(walkInsContract.takeIn, {
    done: ({ data }) => ({ title: s.begun, description: data.name }),
    failed: failedToBegin(s.notTakenIn),
    reread,
  })

type Overbook = NonNullable<NowWith['overbook']>

/** Names the conflicts of a visit that starts now, and asks whether to overbook. The caller renders `dialog`. */
export function useAskOverbook() {
  const overbooking = useDialog(OverbookDialog)
  const ask = (lead: string, error: ApiError, onOverbook: (overbook: Overbook) => void) => {
    const conflicts = conflictsOf(error)
    if (conflicts.length === 0) return
    overbooking.open({
      lead,
      taken: conflicts.map(takenText),
      leave: boardMessages.overbookBack,
      onOverbook: (reason) => onOverbook({ resource_ids: conflicts.map(({ id }) => id), reason }),
    })
  }
  return { ask, dialog: overbooking.element }
}

const setLeft = (left: boolean) => (walkIn: WalkIn) =>
  api(walkInsContract.setLeft, { params: { id: walkIn.id }, body: { left } })

/** Marks a walk-in as left; the toast can undo it. */
export function useMarkLeft() {
  const back = useAction(setLeft(false), {
    done: (_, { name }) => s.isBack(name),
    failed: s.notMarkedLeft,
    reread: [walkInsContract.queue],
  })
  return useAction(setLeft(true), {
    done: (_, walkIn) => ({
      title: s.markedLeft(walkIn.name),
      seconds: UNDO_SECONDS,
      secondary: { label: s.undo, onPress: () => void back.run(walkIn) },
    }),
    failed: s.notMarkedLeft,
    reread: [walkInsContract.queue],
  })
}
