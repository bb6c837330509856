import { useState } from 'react'
import { TriangleAlert } from 'lucide-react'
import { cashContract, type Counted, type OpenShift } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { invoiceMessages } from '#shared/sales/paper/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { BookletNumberDialog } from '#web/sales/receipt/booklet-number.tsx'
import { CountFields, countBody, emptyCount, readCount } from './count-fields.tsx'

/** The difference between counted and expected cash as text: `₱20.00 short` */
const differenceText = (pesos: number) => (pesos < 0 ? s.short : s.over)(formatPeso(Math.abs(toCentavos(pesos))))

const doneText = ({ difference, next_shift }: Counted) => {
  if (next_shift) return s.handedOver(next_shift.cashier_name)
  return difference === 0 ? s.closedExact : s.closedWith(differenceText(difference))
}

type CloseShiftProps = DialogControl & { shift: OpenShift; isHandOver: boolean }
type Problems = { reason?: string; cashier?: string; count?: string }

/** The state of the dialog that closes a shift: the typed cash count, and its result. */
function useClosing({ shift, isHandOver, onClose }: CloseShiftProps) {
  const [typed, setTyped] = useState(emptyCount)
  const [shown, setShown] = useState<Counted | null>(null)
  const [reason, setReason] = useState('')
  const [cashier, setCashier] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const count = readCount(typed)
  const send = useAction(
    () => {
      const params = { id: shift.id }
      const body = { count: countBody(count!), reason: shown ? reason : null }
      return isHandOver
        ? api(cashContract.handOver, { params, body: { ...body, cashier_id: cashier! } })
        : api(cashContract.closeShift, { params, body })
    },
    {
      failed: s.notClosed,
      reread: [cashContract.till, cashManagementContract.openShifts, cashManagementContract.shifts],
      onDone: ({ data }) => {
        if (data.state === 'needs-reason') return setShown(data)
        toast.success({ title: doneText(data) })
        onClose()
      },
    },
  )
  const submit = () => {
    const found: Problems = {
      // The expected amount is shown only after the first count is stored, so that it cannot influence the count. If
      // all fields are empty, nothing was counted yet.
      ...(typed === emptyCount && { count: s.countRequired }),
      ...(isHandOver && cashier === null && { cashier: s.cashierRequired }),
      ...(shown && reason.trim() === '' && { reason: s.reasonRequired }),
    }
    setProblems(found)
    if (count && Object.keys(found).length === 0) void send.run(undefined)
  }
  const countAgain = () => setShown(null)
  return { typed, setTyped, shown, countAgain, reason, setReason, cashier, setCashier, problems, count, send, submit }
}

/**
 * The dialog that closes or hands over a shift. The cashier first counts the cash, and only then sees the expected
 * amount.
 */
export function CloseShiftDialog(props: DialogControl & { shift: OpenShift; isHandOver: boolean }) {
  const { open, onClose, isHandOver } = props
  const closing = useClosing(props)
  const { typed, shown, problems, send } = closing
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isHandOver ? s.handOverTitle : s.closeTitle}
      description={isHandOver ? s.handOverHint : s.closeHint}
      leave={s.cancel}
      send={shown ? s.closeAsItIs : isHandOver ? s.handOver : s.closeShift}
      busyLabel={s.closing}
      busy={send.busy}
      disabled={!closing.count}
      unsaved={typed !== emptyCount && !send.busy}
      onSubmit={(event) => {
        event.preventDefault()
        closing.submit()
      }}
    >
      <div className="space-y-4">
        <MissingNumbers shiftId={props.shift.id} />
        {isHandOver && <CashierField value={closing.cashier} onChange={closing.setCashier} error={problems.cashier} />}
        {!shown && (
          <div>
            <CountFields value={typed} onChange={closing.setTyped} disabled={send.busy} />
            {problems.count && typed === emptyCount && (
              <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
                {problems.count}
              </p>
            )}
          </div>
        )}
        {shown && (
          <>
            <Difference shown={shown} onCountAgain={closing.countAgain} />
            <Field label={s.reason} required error={problems.reason}>
              <Textarea
                value={closing.reason}
                onChange={(event) => closing.setReason(event.target.value)}
                maxLength={200}
                rows={2}
              />
            </Field>
          </>
        )}
      </div>
    </FormDialog>
  )
}

/**
 * Lists the sales whose handwritten invoice has no number yet. All of these numbers must be entered before the shift
 * can be closed.
 */
function MissingNumbers({ shiftId }: { shiftId: string }) {
  const { data } = useRead(salesContract.withoutBookletNumber, { querystring: { shift_id: shiftId } })
  const number = useDialog(BookletNumberDialog)
  const sales = data?.data ?? []
  if (sales.length === 0) return null
  return (
    <div role="alert" className="rounded-card bg-warning-soft px-4 py-3">
      <p className="flex items-center gap-2 font-bold text-warning">
        <TriangleAlert size={20} className="shrink-0" aria-hidden="true" />
        {invoiceMessages.missing(sales.length)}
      </p>
      <p className="mt-1 text-sm">{invoiceMessages.missingHint}</p>
      <ul className="mt-2 max-h-60 space-y-2 overflow-y-auto">
        {sales.map((sale) => (
          <li key={sale.id}>
            <Button block onClick={() => number.open({ sale })} className="justify-start! text-left! wrap-anywhere">
              {invoiceMessages.slip(
                sale.document_name,
                sale.customer_name,
                formatPeso(toCentavos(sale.total_after_discount)),
              )}
            </Button>
          </li>
        ))}
      </ul>
      {number.element}
    </div>
  )
}

type CashierFieldProps = { value: string | null; onChange: (id: string) => void; error: string | undefined }

function CashierField({ value, onChange, error }: CashierFieldProps) {
  const { data, failure } = useRead(cashContract.cashiers, {}, { failed: s.cashiersFailed })
  const options = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <Field label={s.handOverTo} required group error={error ?? failure?.message}>
      <Select options={options} value={value} onChange={onChange} placeholder={s.chooseCashier} className="h-13!" />
    </Field>
  )
}

/** The result of a cash count, with a button to count again. */
function Difference({ shown, onCountAgain }: { shown: Counted; onCountAgain: () => void }) {
  const rows = [
    [s.expected, shown.expected],
    [s.counted, shown.counted],
  ] as const
  return (
    <div role="alert" className="rounded-card bg-warning-soft px-4 py-3">
      <p className="flex items-center gap-2 font-bold text-warning">
        <TriangleAlert size={20} className="shrink-0" aria-hidden="true" />
        {s.differs(differenceText(shown.difference))}
      </p>
      <dl className="tnum mt-2 text-sm">
        {rows.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt>{label}</dt>
            <dd className="font-semibold">{formatPeso(toCentavos(amount))}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm">{s.differsHint}</p>
      <Button onClick={onCountAgain} className="mt-2">
        {s.countAgain}
      </Button>
    </div>
  )
}
