import { cashContract } from '#shared/cash/contract.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { cardListContract } from '#shared/prepaid/card-list-contract.ts'
import { prepaidContract, type CardSaleMethod, type PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { DrawerField } from '#web/cash/drawer-field.tsx'
import { noTerminal, terminalProblem } from '#web/cash/terminal-choice.ts'
import { chosenTerminal, useDrawers } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { useShiftQuestion } from './use-shift-question.ts'

type VoidCardProps = DialogControl & {
  /** The gift card, and how it was paid. */
  card: { id: string; balance: number; method: CardSaleMethod | null }
  onVoided: (card: PrepaidCard) => void
}

/** Asks for the reason and voids a gift card of which nothing was used. */
export function VoidCardDialog({ open, onClose, card, onVoided }: VoidCardProps) {
  const drawers = useDrawers()
  const isPaidOut = card.method === 'cash'
  const { form, dialog, submit } = useContractForm(prepaidContract.voidCard, {
    values: { reason: '', terminal_id: noTerminal },
    input: ({ reason, terminal_id }) => ({
      params: { id: card.id },
      body: { reason, terminal_id: terminal_id ?? chosenTerminal() },
    }),
    judge: ({ terminal_id }, found) => ({ ...found, ...terminalProblem(drawers, terminal_id, isPaidOut) }),
    done: s.voided,
    failed: s.notVoided,
    reread: [cashContract.till, cardListContract.list, cardListContract.entries],
    onDone: ({ data }) => {
      onClose()
      onVoided(data)
    },
  })
  const send = useShiftQuestion(form, submit)
  const amount = formatPeso(toCentavos(card.balance))
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.void}
      description={card.method === null ? undefined : s.voidText(amount, methodMessages.methods[card.method])}
      leave={s.cancel}
      send={s.void}
      busyLabel={s.voiding}
      danger
      disabled={drawers?.length === 0}
      {...dialog}
      onSubmit={send}
    >
      <div className="space-y-4">
        <DrawerField control={form.control} drawers={drawers} isPaidOut={isPaidOut} />
        <Field label={s.voidReason} required error={form.formState.errors.reason?.message}>
          <Textarea {...form.register('reason')} maxLength={200} rows={2} />
        </Field>
      </div>
    </FormDialog>
  )
}
