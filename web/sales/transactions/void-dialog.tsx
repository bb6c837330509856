import { Undo2 } from 'lucide-react'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { methodMessages, transactionsMessages as s } from '#shared/sales/messages.ts'
import { refundMessages } from '#shared/sales/refunds/messages.ts'
import { isMoney } from '#shared/sales/payment.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { useApproval } from '#web/approvals/use-approval.tsx'
import { useColleagueQuestion } from '#web/cash/use-colleague-question.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type VoidDialogProps = DialogControl & { sale: Sale; onVoided: (voidId: string) => void }

/** Voids a sale of today: shows the refund and asks for a reason. `onVoided` receives the new document. */
export function VoidDialog({ sale, open, onClose, onVoided }: VoidDialogProps) {
  const number = sale.document_name
  const approval = useApproval()
  const { form, dialog, submit } = useContractForm(salesContract.voidSale, {
    values: { reason: '' },
    input: (body) => ({ params: { id: sale.id }, body: { ...body, approval_id: approval.id() } }),
    done: s.saleVoided(number),
    failed: s.notVoided,
    reread: [
      salesContract.list,
      salesContract.dailySales,
      salesContract.spending,
      clientsContract.detail,
      appointmentsContract.list,
      appointmentsContract.payable,
    ],
    onSettled: (outcome) => outcome.kind === 'done' && onVoided(outcome.answer.data.id),
    onDone: onClose,
    onFailed: ({ errors }) => void approval.refused(errors),
  })
  const askColleague = useColleagueQuestion()
  const approveAndSend = async () => {
    const amount = toCentavos(sale.total_after_discount)
    if (await approval.ask({ kind: 'void', subjectId: sale.id, amount })) await submit()
  }
  const send = async () => {
    if (!(await form.trigger())) return
    // Cash comes out of the drawer of the sale's terminal, whose open shift can be a colleague's.
    // A sale without cash control has no terminal, and its cash is in no counted drawer.
    if (sale.terminal_id && sale.payments.some(({ method }) => method === 'cash'))
      askColleague(() => void approveAndSend(), sale.terminal_id)
    else await approveAndSend()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.voidTitle(number)}
      description={s.saleOf(sale.customer_name, formatPeso(toCentavos(sale.total_after_discount)))}
      leave={s.keepSale}
      send={s.voidSale}
      busyLabel={s.voiding}
      danger
      {...dialog}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <GiveBack sale={sale} />
      <Field label={s.voidReason} required error={form.formState.errors.reason?.message}>
        <Textarea {...form.register('reason')} maxLength={200} />
      </Field>
      {approval.element}
    </FormDialog>
  )
}

function GiveBack({ sale }: { sale: Sale }) {
  return (
    <div className="mb-4 flex gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm">
      <Undo2 size={20} className="shrink-0 text-warning" aria-hidden="true" />
      <div>
        {sale.payments.map(({ method, amount }, index) => (
          <p key={index} className="tnum font-semibold text-warning">
            {isMoney(method)
              ? s.giveBack(formatPeso(toCentavos(amount)), methodMessages.methods[method])
              : refundMessages.withheldAmount(formatPeso(toCentavos(amount)))}
          </p>
        ))}
        <p className="mt-1 text-ink">
          {s.voidConsequence} {!sale.is_walk_in && s.visitIsUnpaid}
        </p>
      </div>
    </div>
  )
}
