import { useQueryClient } from '@tanstack/react-query'
import { Check, Monitor } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { cashContract, type OpenShift, type Till } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { isUnanswered } from '#web/lib/api-errors.ts'
import { rereadAll } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { countBody, CountFields, emptyCount, readCount } from './count-fields.tsx'
import { chooseTerminal } from './use-till.ts'

/** Opens a shift with a counted float. */
export function OpenShiftDialog({
  terminal,
  open,
  onClose,
}: DialogControl & { terminal: { id: string; name: string } }) {
  const [typed, setTyped] = useState(emptyCount)
  const [isRefused, setIsRefused] = useState(false)
  const count = readCount(typed)
  const send = useAction(cashContract.openShift, {
    done: s.opened,
    failed: s.notOpened,
    reread: [cashContract.till, cashManagementContract.openShifts],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.openTitle}
      description={s.openHint(terminal.name)}
      leave={s.cancel}
      send={s.openShift}
      busyLabel={s.opening}
      busy={send.busy}
      disabled={!count}
      unsaved={typed !== emptyCount && !send.busy}
      onSubmit={(event) => {
        event.preventDefault()
        // An empty count is not a float of zero.
        if (typed === emptyCount) setIsRefused(true)
        else if (count) void send.run({ body: { terminal_id: terminal.id, count: countBody(count) } })
      }}
    >
      <CountFields value={typed} onChange={setTyped} disabled={send.busy} />
      {isRefused && typed === emptyCount && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {s.countRequired}
        </p>
      )}
    </FormDialog>
  )
}

const directions = (['in', 'out'] as const).map((value) => ({ value, label: s.directions[value] }))

type Values = { kind: 'in' | 'out'; amount: string; reason: string }
const nothing: Values = { kind: 'out', amount: '', reason: '' }

/** Records a pay-in or pay-out with a reason. */
export function MovementDialog({ shift, open, onClose }: DialogControl & { shift: OpenShift }) {
  const { form, dialog } = useContractForm(cashContract.move, {
    values: nothing,
    input: ({ amount, ...values }) => ({
      params: { id: shift.id },
      body: { ...values, amount: toPesos(parsePesos(amount) ?? 0) },
    }),
    done: (_, { kind }) => s.recorded[kind],
    // A retry has the same idempotency key, so that the money is recorded once.
    failed: (error, others) => {
      if (isUnanswered(error)) return { title: s.recordUnknown, description: s.recordAgain, seconds: 8 }
      return others.length === 0 ? null : { title: s.notRecorded, description: others.join('\n') }
    },
    reread: [cashContract.till],
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.movementTitle}
      description={s.movementHint}
      leave={s.cancel}
      send={s.record}
      busyLabel={s.recording}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.direction} group labelHidden>
          <Controller
            control={form.control}
            name="kind"
            render={({ field }) => (
              <SegmentedControl block options={directions} value={field.value} onChange={field.onChange} />
            )}
          />
        </Field>
        <Field label={s.amount} required error={errors.amount?.message}>
          <Controller
            control={form.control}
            name="amount"
            render={({ field }) => <MoneyInput {...field} className="h-13!" />}
          />
        </Field>
        <Field label={s.what} required error={errors.reason?.message}>
          <TextInput {...form.register('reason')} maxLength={200} autoComplete="off" className="h-13!" />
        </Field>
      </div>
    </FormDialog>
  )
}

/** Chooses the terminal of this device, which is stored. */
export function TerminalDialog({ till, open, onClose }: DialogControl & { till: Till }) {
  const queries = useQueryClient()
  const choose = (id: string) => {
    chooseTerminal(id)
    onClose()
    void rereadAll(queries, [cashContract.till])
  }
  return (
    <Dialog open={open} onClose={onClose} size="sm" title={s.terminalTitle} description={s.terminalHint}>
      <ul className="space-y-2">
        {till.terminals.map(({ id, name }) => {
          const isThis = id === till.terminal?.id
          return (
            <li key={id}>
              <Button
                size="lg"
                block
                onClick={() => choose(id)}
                icon={<Monitor size={20} aria-hidden="true" className="shrink-0" />}
                className="justify-start! text-left! wrap-anywhere"
              >
                <span className="min-w-0 flex-1">{name}</span>
                {isThis && (
                  <>
                    <Check size={20} aria-hidden="true" className="shrink-0" />
                    <span className="sr-only">{s.thisOne}</span>
                  </>
                )}
              </Button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
