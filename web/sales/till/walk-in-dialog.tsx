import { useState, type FormEvent } from 'react'
import { clientsContract } from '#shared/clients/contract.ts'
import { clientSentences } from '#shared/clients/sentences.ts'
import { CallError, errorDataOf } from '#shared/lib/call.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import type { KnownPerson } from '#shared/sales/contract.ts'
import { paymentSentences as s } from '#shared/sales/payment-sentences.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Person } from './payment.ts'

type WalkInDialogProps = {
  open: boolean
  /** What was typed in the payment dialog already. */
  initialName: string
  onClose: () => void
  /** The client who can pay now: a new one, or the one whose e-mail it was. */
  onReady: (person: Person) => void
}

/** Puts a walk-in on file, so that they can pay at once. */
export function WalkInDialog({ open, ...rest }: WalkInDialogProps) {
  const [round, setRound] = useState(0)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setRound(round + 1)
  }
  return <WalkInForm key={round} open={open} {...rest} />
}

function useWalkInForm({ initialName, onReady }: Pick<WalkInDialogProps, 'initialName' | 'onReady'>) {
  const [name, setName] = useState(initialName)
  const [email, setEmail] = useState('')
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [known, setKnown] = useState<KnownPerson | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const add = async () => {
    setIsAdding(true)
    try {
      const { data } = await api(clientsContract.create, { body: { name, email } })
      toast.success({ title: clientSentences.walkInAdded(data.name) })
      onReady({ userId: data.user_id, name: data.name, email: data.email, contactNumber: data.contact_number })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.errors)
      setKnown(errorDataOf(clientsContract.create, 'conflict', error) ?? null)
      if (Object.keys(error.errors).length === 0)
        toast.error({ title: clientSentences.failedToCreateWalkIn, description: error.message })
    } finally {
      setIsAdding(false)
    }
  }
  const forget = () => {
    setErrors({})
    setKnown(null)
  }
  return { name, setName, email, setEmail, errors, known, isAdding, add, forget }
}

function WalkInForm({ open, initialName, onClose, onReady }: WalkInDialogProps) {
  const form = useWalkInForm({ initialName, onReady })
  const submit = (event: FormEvent) => {
    // The dialog stands inside the payment's form, which must not be sent with it.
    event.preventDefault()
    event.stopPropagation()
    if (form.name.trim() !== '' && !form.isAdding) void form.add()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.walkInTitle}
      description={s.walkInNote}
      size="sm"
      leave={s.cancel}
      send={s.addClient}
      disabled={form.name.trim() === ''}
      busy={form.isAdding}
      busyLabel={s.addingClient}
      onSubmit={submit}
    >
      <div className="space-y-4">
        <WalkInFields form={form} />
        {form.known && <KnownClient known={form.known} onReady={onReady} />}
      </div>
    </FormDialog>
  )
}

/** The e-mail is somebody's: that person can be taken, once the cashier has seen the name. */
function KnownClient({ known, onReady }: { known: KnownPerson; onReady: (person: Person) => void }) {
  const take = () => onReady({ userId: known.user_id, name: known.name, email: null, contactNumber: null })
  return (
    <Button block onClick={take}>
      {s.useThisClient(known.name)}
    </Button>
  )
}

function WalkInFields({ form }: { form: ReturnType<typeof useWalkInForm> }) {
  const change = (set: (text: string) => void) => (text: string) => {
    form.forget()
    set(text)
  }
  return (
    <>
      <Field label={s.clientName} required error={form.errors.name}>
        <TextInput
          value={form.name}
          onChange={(event) => change(form.setName)(event.target.value)}
          maxLength={120}
          autoComplete="off"
        />
      </Field>
      <Field label={`${s.email} (${s.optional})`} error={form.errors.email} hint={s.defaultPasswordNote}>
        <TextInput
          type="email"
          value={form.email}
          onChange={(event) => change(form.setEmail)(event.target.value)}
          maxLength={254}
          autoComplete="off"
        />
      </Field>
      <p className="rounded-ctl bg-surface-2 px-3.5 py-2.5 text-sm font-semibold empty:hidden" aria-live="polite">
        {form.name.trim() !== '' && s.defaultPassword(defaultPasswordFor(form.name))}
      </p>
    </>
  )
}
