import { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { paymentCheckContract, type PaymentCheck } from '#shared/sales/payment-check-contract.ts'
import { useAction } from '#web/data/use-action.ts'
import { ifMatch } from '#web/lib/api.ts'
import { Checkbox } from '#web/ui/fields/toggles.tsx'

/** The tick with which the owner marks a payment as seen in the wallet, or takes the mark back. */
export function PaymentTick({ check, name }: { check: PaymentCheck; name: string }) {
  const mark = useAction(paymentCheckContract.mark, { failed: s.markNotSaved, reread: [reportsContract.read] })
  const { document_id: id, position } = check
  return (
    <Checkbox
      label={
        <>
          {s.markSeen}
          <span className="sr-only">: {name}</span>
        </>
      }
      checked={check.is_seen}
      disabled={mark.busy}
      onChange={(is_seen) => void mark.run({ params: { id }, body: { position, is_seen } }, ifMatch(check))}
    />
  )
}
