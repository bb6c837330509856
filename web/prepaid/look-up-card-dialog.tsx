import { useState } from 'react'
import { prepaidContract, type PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CardDialog } from './card-dialog.tsx'
import { VoidCardDialog } from './void-card-dialog.tsx'

/** Finds a gift card or store credit by its number and shows its balance. */
export function LookUpCardDialog({ open, onClose }: DialogControl) {
  const [card, setCard] = useState<PrepaidCard | null>(null)
  return card ? (
    <FoundCard open={open} onClose={onClose} card={card} onVoided={setCard} />
  ) : (
    <NumberForm open={open} onClose={onClose} onFound={setCard} />
  )
}

function NumberForm({ open, onClose, onFound }: DialogControl & { onFound: (card: PrepaidCard) => void }) {
  const { form, dialog, onSubmit } = useContractForm(prepaidContract.lookUp, {
    values: { card_number: '' },
    input: (body) => ({ body }),
    failed: s.notFound,
    reread: [],
    onDone: ({ data }) => (data ? onFound(data) : form.setError('card_number', { message: s.unknown })),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.lookUp}
      leave={s.cancel}
      send={s.find}
      busyLabel={s.finding}
      {...dialog}
      onSubmit={onSubmit}
      unsaved={false}
    >
      <Field label={s.number} required hint={s.numberHint} error={form.formState.errors.card_number?.message}>
        <TextInput {...form.register('card_number')} maxLength={30} autoComplete="off" spellCheck={false} />
      </Field>
    </FormDialog>
  )
}

type FoundProps = DialogControl & { card: PrepaidCard; onVoided: (card: PrepaidCard) => void }

/**
 * Shows the gift card or store credit that was looked up. An admin can void a gift card on which the whole amount is
 * left.
 */
function FoundCard({ card, onVoided, ...control }: FoundProps) {
  const voiding = useDialog(VoidCardDialog)
  const isAdmin = useRole() === 'admin'
  const action = isAdmin && card.can_be_voided && (
    <Button
      size="lg"
      variant="danger-quiet"
      onClick={() => voiding.open({ card: { ...card, method: card.sale?.method ?? null }, onVoided })}
    >
      {s.void}
    </Button>
  )
  return (
    <>
      <CardDialog {...control} card={card} action={action} />
      {voiding.element}
    </>
  )
}
