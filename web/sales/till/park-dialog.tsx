import { useRef, useState, type FormEvent } from 'react'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { isSettled, type Order } from './order.ts'
import { ParkedList } from './parked-list.tsx'

type ParkDialogProps = DialogControl & {
  order: Order
  /** Whom the order is rung up for, as far as that is known. */
  client: string
  onPark: (name: string) => void
  onTakeUp: (key: string) => void
}

/** Puts the order aside under a name, or takes up another one in its place. */
export function ParkDialog({ open, onClose, order, client, onPark, onTakeUp }: ParkDialogProps) {
  const [name, setName] = useState(client)
  const input = useRef<HTMLInputElement>(null)
  // As it was opened: while it fades the order has been parked already.
  const [canPark] = useState(order.lines.length > 0 && !isSettled(order))
  const list = (
    <ParkedList
      onTakeUp={(key) => {
        onClose()
        onTakeUp(key)
      }}
    />
  )
  if (!canPark)
    return (
      <Dialog open={open} onClose={onClose} title={s.parkedOrders} size="sm">
        {list}
      </Dialog>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onPark(name)
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.parkTitle}
      description={s.parkHint}
      size="sm"
      initialFocus={input}
      leave={s.keepOnTill}
      send={s.park}
      onSubmit={submit}
    >
      <Field label={s.parkName} hint={s.parkNameHint}>
        <TextInput
          ref={input}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          autoComplete="off"
        />
      </Field>
      {list}
    </FormDialog>
  )
}
