import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { isInvoiceMode } from '#shared/clinic/documents.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { invoiceMessages as s } from '#shared/sales/paper/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'

/** The typed values of a sale's invoice. */
export type InvoiceTyped = { number: string; name: string; address: string; tin: string }

export const noInvoice: InvoiceTyped = { number: '', name: '', address: '', tin: '' }

/** The request's invoice fields; none for an acknowledgement. */
export function invoiceBody(typed: InvoiceTyped, customer: string): Pick<CheckoutBody, 'buyer' | 'booklet_number'> {
  const { number, ...buyer } = typed
  const hasBuyer = Object.values(buyer).some((text) => text.trim() !== '')
  return {
    ...(hasBuyer && { buyer: { ...buyer, name: buyer.name.trim() || customer } }),
    ...(number.trim() !== '' && { booklet_number: number }),
  }
}

const lines = [
  { name: 'name', label: s.buyerName, max: 120, wide: true },
  { name: 'address', label: s.buyerAddress, max: 240, wide: true },
  { name: 'tin', label: s.buyerTin, max: 20, wide: false },
] as const

type InvoiceFieldsProps = { typed: InvoiceTyped; onChange: (typed: InvoiceTyped) => void }

/**
 * The fields for the invoice: the number of the handwritten one in booklet mode, the buyer in invoice modes, else none.
 */
export function InvoiceFields({ typed, onChange }: InvoiceFieldsProps) {
  const { data } = useRead(documentsContract.mode, {}, { staleMs: 60_000 })
  const mode = data?.data.mode ?? 'acknowledgement'
  if (mode === 'booklet')
    return (
      <Field label={s.bookletNumber} hint={s.bookletLater}>
        <TextInput
          value={typed.number}
          onChange={(event) => onChange({ ...typed, number: event.target.value })}
          maxLength={30}
          autoComplete="off"
        />
      </Field>
    )
  if (!isInvoiceMode(mode)) return null
  return (
    <details className="rounded-card border border-line">
      <summary className="min-h-touch cursor-pointer px-4 py-2.5 font-semibold">{s.details}</summary>
      <div className="grid gap-3 px-4 pb-4 sm:grid-cols-2">
        <p className="text-sm text-ink-2 sm:col-span-2">{s.detailsHint}</p>
        {lines.map(({ name, label, max, wide }) => (
          <Field key={name} label={label} className={wide ? 'sm:col-span-2' : ''}>
            <TextInput
              value={typed[name]}
              onChange={(event) => onChange({ ...typed, [name]: event.target.value })}
              maxLength={max}
              autoComplete="off"
            />
          </Field>
        ))}
      </div>
    </details>
  )
}
