import { Delete } from 'lucide-react'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import {
  APPROVAL_SUBJECTS,
  approvalsContract,
  MOST_PIN_DIGITS,
  type Approval,
  type ApprovalKind,
  type Approver,
} from '#shared/approvals/contract.ts'
import { approvalMessages as s } from '#shared/approvals/messages.ts'
import { formatPeso, toPesos, type Centavos } from '#shared/lib/money.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type ApprovalDialogProps = DialogControl & {
  approvers: readonly Approver[]
  kind: ApprovalKind
  /** The id of the sale, order or shift for which the approval is valid. */
  subjectId: string
  amount: Centavos
  onApproved: (approval: Approval) => void
  onLeft: () => void
}

/**
 * The dialog in which an admin approves an action at a cashier's till by entering a PIN, with the keyboard or with keys
 * on the screen.
 */
export function ApprovalDialog({ open, onClose, approvers, onApproved, onLeft, ...asked }: ApprovalDialogProps) {
  const { kind, subjectId, amount } = asked
  const pinInput = useRef<HTMLInputElement>(null)
  const { form, dialog } = useContractForm(approvalsContract.approve, {
    values: { approver_id: approvers[0]?.id ?? '', pin: '' },
    input: (values) => ({ body: { ...values, kind, [APPROVAL_SUBJECTS[kind]]: subjectId, amount: toPesos(amount) } }),
    failed: s.notApproved,
    onDone: ({ data }) => {
      onClose()
      onApproved(data)
    },
    onFailed: () => form.setValue('pin', ''),
  })
  return (
    <FormDialog
      open={open}
      onClose={() => {
        onClose()
        onLeft()
      }}
      size="sm"
      title={s.title}
      description={s.kinds[kind](formatPeso(amount))}
      leave={s.cancel}
      send={s.approve}
      busyLabel={s.approving}
      initialFocus={pinInput}
      {...dialog}
      unsaved={false}
    >
      <div className="space-y-4">
        {approvers.length > 1 && (
          <Field label={s.approver}>
            <Controller
              control={form.control}
              name="approver_id"
              render={({ field }) => (
                <Select {...field} options={approvers.map(({ id, name }) => ({ value: id, label: name }))} />
              )}
            />
          </Field>
        )}
        <Controller
          control={form.control}
          name="pin"
          render={({ field, fieldState }) => (
            <PinField
              label={approvers.length === 1 ? `${s.pin}: ${approvers[0]!.name}` : s.pin}
              pin={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
              inputRef={(input) => {
                pinInput.current = input
                field.ref(input)
              }}
            />
          )}
        />
      </div>
    </FormDialog>
  )
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

type PinFieldProps = {
  label: string
  pin: string
  onChange: (pin: string) => void
  error: string | undefined
  inputRef: (input: HTMLInputElement | null) => void
}

/** The PIN field, which shows dots; an attribute keeps browsers from offering to save the PIN as a password. */
function PinField({ label, pin, onChange, error, inputRef }: PinFieldProps) {
  const set = (text: string) => onChange(text.replace(/\D/g, '').slice(0, MOST_PIN_DIGITS))
  const key = (digit: string) => (
    <Button
      key={digit}
      size="xl"
      onClick={() => set(pin + digit)}
      aria-label={s.digit(digit)}
      className="tnum text-lg!"
    >
      {digit}
    </Button>
  )
  return (
    <>
      <Field label={label} required hint={s.pinHint} error={error}>
        <TextInput
          ref={inputRef}
          type="password"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={pin}
          onChange={(event) => set(event.target.value)}
          className="tnum h-13! text-center text-xl! tracking-[0.4em]"
        />
      </Field>
      <div role="group" aria-label={s.keypad} className="grid grid-cols-3 gap-2">
        {keys.map(key)}
        <span />
        {key('0')}
        <Button size="xl" onClick={() => set(pin.slice(0, -1))} aria-label={s.deleteDigit}>
          <Delete size={22} aria-hidden="true" />
        </Button>
      </div>
    </>
  )
}
