import { useState, type FormEvent } from 'react'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import type { NowWith, WalkIn } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { ChairField, nowWithOf, useChairs } from './chair-field.tsx'
import { useAskOverbook, useTakeIn } from './walk-in-actions.ts'

/** Begins the visit of somebody in the queue: with whom is asked, and what is taken is named. */
export function TakeInDialog({ open, onClose, walkIn }: DialogControl & { walkIn: WalkIn }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const chairs = useChairs(walkIn.service_id, chosen)
  const { busy, run } = useTakeIn()
  const overbooking = useAskOverbook()
  const send = async (nowWith: NowWith) => {
    const outcome = await run({ params: { id: walkIn.id }, body: nowWith })
    if (outcome.kind === 'done') return onClose()
    if (outcome.kind === 'failed')
      overbooking.ask(walkIn.name, outcome.error, (overbook) => void send({ ...nowWith, overbook }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chairs.chair && !busy) void send(nowWithOf(chairs.chair))
  }
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        size="sm"
        title={s.takeInTitle(walkIn.name)}
        description={walkIn.service_name}
        leave={uiMessages.cancel}
        send={s.takeIn}
        busy={busy}
        busyLabel={s.takingIn}
        disabled={!chairs.chair}
        onSubmit={submit}
      >
        <ChairField chairs={chairs} onChoose={setChosen} />
      </FormDialog>
      {overbooking.dialog}
    </>
  )
}
