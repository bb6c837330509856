import { cashContract } from '#shared/cash/contract.ts'
import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { methodMessages, saleMessages } from '#shared/sales/messages.ts'
import { useColleagueQuestion } from '#web/cash/use-colleague-question.ts'
import { terminalProblem } from '#web/cash/terminal-choice.ts'
import { useDrawers } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useAcceptedMethods } from '#web/sales/api.ts'
import { PaidBy, paidBody, unpaid, type PaidValues } from '#web/prepaid/paid-by.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { depositReads } from './deposit-reads.ts'
import { visitServices, visitStart } from './deposit-cells.tsx'
import { ReportPicture } from './picture-dialog.tsx'

type PayDialogProps = DialogControl & {
  deposit: Deposit
  /** Opens the receipt of the verified deposit. */
  onPrint: (props: { deposit: Deposit }) => void
}

/** The method and reference number of the client's report; cash for a deposit that the client pays at the desk. */
const valuesOf = ({ report }: Deposit): PaidValues => ({
  ...unpaid,
  ...(report && { method: report.method, reference_number: report.reference_number }),
})

function usePayForm({ deposit, onClose, onPrint }: PayDialogProps) {
  const accepted = useAcceptedMethods()
  const drawers = useDrawers()
  const { form, dialog, submit } = useContractForm(depositsContract.verify, {
    values: valuesOf(deposit),
    input: (values) => ({ params: { id: deposit.id }, body: paidBody(values) }),
    judge: ({ method, terminal_id }, found) => ({
      ...found,
      ...terminalProblem(drawers, terminal_id, false),
      ...(!accepted.includes(method) && { method: saleMessages.methodRequired }),
    }),
    done: ({ data }) => ({
      title: s.verified(formatPeso(toCentavos(data.amount))),
      seconds: 8,
      action: { label: s.print, onPress: () => onPrint({ deposit: data }) },
    }),
    failed: s.notVerified,
    reread: [...depositReads, cashContract.till],
    onDone: onClose,
  })
  const askColleague = useColleagueQuestion()
  // Cash goes into the drawer of an open shift, which can be a colleague's.
  const send = async () => {
    const { method, terminal_id } = form.getValues()
    if (method === 'cash' && (await form.trigger())) askColleague(() => void submit(), terminal_id)
    else await submit()
  }
  // The clinic can have stopped accepting the method since the client has paid.
  const reportedBy = deposit.report?.method
  const refusedMethod = reportedBy && !accepted.includes(reportedBy) ? methodMessages.methods[reportedBy] : null
  return { form, dialog, send, drawers, refusedMethod }
}

/**
 * Confirms that the money of a deposit has arrived: with the client's report and screenshot beside the fields, or for a
 * client who pays at the desk.
 */
export function PayDialog(props: PayDialogProps) {
  const { open, onClose, deposit } = props
  const { form, dialog, send, drawers, refusedMethod } = usePayForm(props)
  const amount = formatPeso(toCentavos(deposit.amount))
  const isReported = deposit.status === 'reported'
  const hasPicture = isReported && deposit.report?.has_picture === true
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size={hasPicture ? 'lg' : 'sm'}
      title={s.verifyTitle(deposit.client.name)}
      description={isReported ? s.verifyText(amount) : s.takeText(amount)}
      leave={s.cancel}
      send={isReported ? s.confirm(amount) : s.takeAmount(amount)}
      busyLabel={s.verifying}
      disabled={drawers?.length === 0}
      {...dialog}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className={hasPicture ? 'grid items-start gap-5 md:grid-cols-2' : undefined}>
        <div className="space-y-4">
          <div>
            <p className="tnum text-3xl font-extrabold tracking-tight">{amount}</p>
            <p className="tnum mt-1 text-sm text-ink-2">
              {visitStart(deposit)}
              <span className="block wrap-anywhere">{visitServices(deposit)}</span>
            </p>
          </div>
          {refusedMethod !== null && (
            <p className="rounded-card bg-warning-soft px-4 py-3 text-sm text-ink">
              {s.methodNotAccepted(refusedMethod)}
            </p>
          )}
          <PaidBy form={form} amount={toCentavos(deposit.amount)} drawers={drawers} />
          {isReported && !hasPicture && <p className="text-sm text-ink-2">{s.noPicture}</p>}
        </div>
        {hasPicture && <ReportPicture deposit={deposit} />}
      </div>
    </FormDialog>
  )
}
