import { useState, type FormEvent } from 'react'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import type { NowWith, WalkIn } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { StartOptionField, nowWithOf, useStartOptions } from './start-option-field.tsx'
import { useAskOverbook, useTakeIn } from './walk-in-actions.ts'

/** Starts the visit of a waiting client: asks for the practitioner and names conflicts. */
export function TakeInDialog({ open, onClose, walkIn }: DialogControl & { walkIn: WalkIn }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const startOptions = useStartOptions(walkIn.service_id, chosen)
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
    if (startOptions.startOption && !busy) void send(nowWithOf(startOptions.startOption))
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
        disabled={!startOptions.startOption}
        onSubmit={submit}
      >
        <StartOptionField startOptions={startOptions} onChoose={setChosen} />
      </FormDialog>
      {overbooking.dialog}
    </>
  )
}
