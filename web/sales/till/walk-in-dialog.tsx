import { clientMessages } from '#shared/clients/messages.ts'
import { paymentMessages as s } from '#shared/sales/payment-messages.ts'
import { AddWalkInDialog, type WalkInOptions } from '#web/clients/add-walk-in-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { personOfContact, type Person } from './payment.ts'

type WalkInDialogProps = DialogControl &
  Pick<WalkInOptions, 'finalFocus'> & {
    /** What was typed in the payment dialog already. */
    initialName: string
    /** The client who can pay now: a new one, or the one whose e-mail it was. */
    onReady: (person: Person) => void
  }

const words = {
  title: s.walkInTitle,
  description: s.walkInNote,
  leave: s.cancel,
  send: s.addClient,
  busyLabel: s.addingClient,
  name: s.clientName,
  contact: `${s.contactNumber} (${s.optional})`,
  email: `${s.email} (${s.optional})`,
  emailHint: s.defaultPasswordNote,
  takeOwner: s.useThisClient,
  passwordNote: s.defaultPassword,
  added: (name: string) => ({ title: clientMessages.walkInAdded(name) }),
}

/** Puts a walk-in on file, so that they can pay at once. */
export function WalkInDialog({ onReady, ...dialog }: WalkInDialogProps) {
  const take = (person: Person) => {
    dialog.onClose()
    onReady(person)
  }
  return (
    <AddWalkInDialog
      {...dialog}
      words={words}
      offUntilNamed
      onAdded={({ user_id, name, email, contact_number }) =>
        take({ userId: user_id, name, email, contactNumber: contact_number })
      }
      onTakeClient={(client) => take(personOfContact(client))}
      // The person can be taken, once the cashier has seen the name.
      onTakeOwner={({ user_id, name }) => take({ userId: user_id, name, email: null, contactNumber: null })}
    />
  )
}
