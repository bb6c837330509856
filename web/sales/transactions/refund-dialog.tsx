import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { useApproval } from '#web/approvals/use-approval.tsx'
import { cashContract } from '#shared/cash/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos, toPesos, type Centavos } from '#shared/lib/money.ts'
import type { PrepaidCard } from '#shared/prepaid/contract.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { methodMessages, saleMessages } from '#shared/sales/messages.ts'
import { refundMessages as s } from '#shared/sales/refunds/messages.ts'
import { needsReference, referenceKey, type MoneyMethod } from '#shared/sales/payment.ts'
import { DrawerField } from '#web/cash/drawer-field.tsx'
import { noTerminal, terminalProblem } from '#web/cash/terminal-choice.ts'
import { useColleagueQuestion } from '#web/cash/use-colleague-question.ts'
import { chosenTerminal, useDrawers } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { useUnknownOutcome } from '#web/data/use-unknown-outcome.ts'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { LockedWhileUnknown } from '#web/ui/fields/locked-while-unknown.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput, Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { allOf, moneyBack, refundedTotal, RefundLines, RefundTotal, type Left, type Pieces } from './refund-lines.tsx'

type RefundDialogProps = DialogControl & {
  sale: Sale
  methods: readonly MoneyMethod[]
  /** Called with the refund, and with the store credit that it opened. */
  onRefunded: (refundId: string, credit: PrepaidCard | undefined) => void
}

/** The refund dialog: pieces, amount, method and reason. `onRefunded` receives the new document. */
export function RefundDialog({ sale, ...rest }: RefundDialogProps) {
  const read = useRead(refundContract.refundable, { params: { id: sale.id } }, { failed: s.failedToLoad })
  // The refundable data as it was when the request was sent. It is kept until the outcome is known, even if the data is
  // reloaded.
  const [held, hold] = useState<Left | null>(null)
  const left = held ?? read.data?.data
  if (left) return <RefundForm key={left.sale.refunded} left={left} hold={hold} sale={sale} {...rest} />
  return (
    <FormDialog
      {...rest}
      title={s.title(sale.document_name)}
      leave={s.keep}
      send={s.refund}
      disabled
      onSubmit={() => undefined}
    >
      <Loaded read={read} skeleton="h-64" />
    </FormDialog>
  )
}

const noPositions: readonly number[] = []

/** A refund as store credit has no reference: the credit gets a number of its own. */
const asksReference = (method: MoneyMethod) => needsReference(method) && method !== 'prepaid'

const linesOf = (pieces: Pieces, restocked: readonly number[]) =>
  Object.entries(pieces)
    .map(([text, quantity]) => {
      const position = Number(text)
      return { position, quantity, ...(restocked.includes(position) && { restock: true }) }
    })
    .filter(({ quantity }) => quantity > 0)

const reread = [
  salesContract.list,
  salesContract.dailySales,
  salesContract.spending,
  refundContract.refundable,
  clientsContract.detail,
  appointmentsContract.list,
  cashContract.till,
]

type FormProps = RefundDialogProps & {
  left: Left
  /** Keeps what the form shows even if the data is reloaded; null makes the form use the reloaded data again. */
  hold: (left: Left | null) => void
}

function useRefundForm({ left, hold, ...props }: Omit<FormProps, 'open'>) {
  const { sale, methods, onClose, onRefunded } = props
  const approval = useApproval()
  const drawers = useDrawers()
  const silence = useUnknownOutcome({ unknown: s.refundUnknown, failed: s.notRefunded }, () => hold(null))
  const totalOf = (chosen: Pieces) => refundedTotal(left, chosen)
  const moneyOf = (chosen: Pieces) => moneyBack(left, chosen, totalOf(chosen))
  // Cash comes out of the drawer of the open shift, which can be a colleague's.
  const isPaidOut = (method: MoneyMethod, chosen: Pieces) => method === 'cash' && moneyOf(chosen) > 0
  const first = methods.find((method) => method === sale.payment_method) ?? methods[0] ?? 'cash'
  const { form, dialog, submit } = useContractForm(refundContract.refund, {
    values: {
      pieces: allOf(left),
      restocked: noPositions,
      method: first,
      reference_number: '',
      reason: '',
      terminal_id: noTerminal,
    },
    input: ({ pieces, restocked, terminal_id, ...values }) => ({
      params: { id: sale.id },
      body: {
        ...values,
        lines: linesOf(pieces, restocked),
        total: toPesos(totalOf(pieces)),
        terminal_id: terminal_id ?? chosenTerminal(),
        approval_id: approval.id(),
      },
    }),
    done: (_, { pieces }) => (moneyOf(pieces) > 0 ? s.refunded(formatPeso(moneyOf(pieces))) : s.sessionsBack),
    // Pieces, method, reference number and terminal are validated before the admin's PIN is asked for.
    judge: ({ pieces, method, reference_number, terminal_id }, found) => ({
      ...found,
      ...(moneyOf(pieces) > 0 &&
        asksReference(method) &&
        referenceKey(reference_number) === '' && { reference_number: saleMessages.referenceRequired }),
      ...terminalProblem(drawers, terminal_id, isPaidOut(method, pieces)),
    }),
    failed: silence.failed,
    reread,
    onSettled: (outcome) => outcome.kind === 'done' && onRefunded(outcome.answer.data.id, outcome.answer.credit),
    onDone: onClose,
    onFailed: (error) => {
      approval.refused(error.errors)
      silence.onFailed(error)
    },
  })
  const pieces = form.watch('pieces')
  const total = totalOf(pieces)
  const askColleague = useColleagueQuestion()
  const approveAndSend = async () => {
    if (!(await approval.ask({ kind: 'refund', subjectId: sale.id, amount: total }))) return
    hold(left)
    if ((await submit()) === null) hold(null)
  }
  const send = async () => {
    if (!(await form.trigger())) return
    const { method, pieces: refunded, terminal_id } = form.getValues()
    if (isPaidOut(method, refunded)) askColleague(() => void approveAndSend(), terminal_id)
    else await approveAndSend()
  }
  const setPieces = (next: Pieces) => form.setValue('pieces', next, { shouldDirty: true })
  const { isUnknown } = silence
  return {
    form,
    dialog,
    pieces,
    setPieces,
    total,
    money: moneyOf(pieces),
    send,
    drawers,
    isPaidOut: isPaidOut(form.watch('method'), pieces),
    isUnknown,
    approval: approval.element,
  }
}

const sendLabel = (total: Centavos, money: Centavos) => {
  if (total === 0) return s.refund
  return money > 0 ? s.refundAmount(formatPeso(money)) : s.givesBack
}

function RefundForm({ left, open, ...props }: FormProps) {
  const { sale, methods, onClose } = props
  const refund = useRefundForm({ left, ...props })
  const { form, dialog, pieces, setPieces, total, money, send, isUnknown } = refund
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.title(sale.document_name)}
      description={s.of(
        sale.customer_name,
        formatLongDate(sale.business_date),
        formatPeso(toCentavos(sale.total_after_discount)),
      )}
      leave={s.keep}
      send={sendLabel(total, money)}
      busyLabel={s.refunding}
      danger
      {...dialog}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      disabled={total === 0 || refund.drawers?.length === 0}
    >
      <LockedWhileUnknown isUnknown={isUnknown} hint={s.refundAgain}>
        <RefundLines
          left={left}
          pieces={pieces}
          onChange={setPieces}
          restocked={form.watch('restocked')}
          onRestock={(restocked) => form.setValue('restocked', restocked, { shouldDirty: true })}
        />
        <RefundTotal left={left} pieces={pieces} total={total} />
        <div className="mt-5 space-y-4">
          {money > 0 && <PaidBackBy form={form} methods={methods} />}
          <DrawerField control={form.control} drawers={refund.drawers} isPaidOut={refund.isPaidOut} />
          <Field label={s.reason} required error={errors.reason?.message}>
            <Textarea {...form.register('reason')} maxLength={200} rows={2} />
          </Field>
        </div>
      </LockedWhileUnknown>
      <p className="mt-3 text-sm text-ink-2">{s.consequence}</p>
      {refund.approval}
    </FormDialog>
  )
}

type PaidBackProps = Pick<ReturnType<typeof useRefundForm>, 'form'> & Pick<RefundDialogProps, 'methods'>

/** The fields for the method of the money that is paid back. */
function PaidBackBy({ form, methods }: PaidBackProps) {
  const { errors } = form.formState
  const options = methods.map((value) => ({
    value,
    label: value === 'prepaid' ? s.asCredit : methodMessages.methods[value],
  }))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={s.method} required error={errors.method?.message}>
        <Controller
          control={form.control}
          name="method"
          render={({ field }) => <Select {...field} options={options} />}
        />
      </Field>
      {asksReference(form.watch('method')) && (
        <Field label={s.reference} required error={errors.reference_number?.message}>
          <TextInput {...form.register('reference_number')} maxLength={60} autoComplete="off" />
        </Field>
      )}
    </div>
  )
}
