import { useState } from 'react'
import { cashContract } from '#shared/cash/contract.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { prepaidContract, type PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { chosenTerminal } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput, Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CardDialog } from './card-dialog.tsx'

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
    <Button size="lg" variant="danger-quiet" onClick={() => voiding.open({ card, onVoided })}>
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

function VoidCardDialog({ open, onClose, card, onVoided }: FoundProps) {
  const { form, dialog, onSubmit } = useContractForm(prepaidContract.voidCard, {
    values: { reason: '' },
    input: ({ reason }) => ({ params: { id: card.id }, body: { reason, terminal_id: chosenTerminal() } }),
    done: s.voided,
    failed: s.notVoided,
    reread: [cashContract.till],
    onDone: ({ data }) => {
      onClose()
      onVoided(data)
    },
  })
  const amount = formatPeso(toCentavos(card.balance))
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.void}
      description={card.sale ? s.voidText(amount, methodMessages.methods[card.sale.method]) : undefined}
      leave={s.cancel}
      send={s.void}
      busyLabel={s.voiding}
      danger
      {...dialog}
      onSubmit={onSubmit}
    >
      <Field label={s.voidReason} required error={form.formState.errors.reason?.message}>
        <Textarea {...form.register('reason')} maxLength={200} rows={2} />
      </Field>
    </FormDialog>
  )
}
