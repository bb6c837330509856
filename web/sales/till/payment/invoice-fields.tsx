import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { isInvoiceMode } from '#shared/clinic/documents.ts'
import { formatPeso, toCentavos, type Centavos } from '#shared/lib/money.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { invoiceMessages as s } from '#shared/sales/paper/messages.ts'
import { isSmallSale } from '#shared/sales/small-sale.ts'
import { useRead } from '#web/data/use-read.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'

/** What the cashier has typed or chosen for the invoice of a sale. */
export type InvoiceTyped = {
  number: string
  name: string
  address: string
  tin: string
  /** True if the client of a small sale asks for an invoice. */
  isWanted: boolean
}

export const noInvoice: InvoiceTyped = { number: '', name: '', address: '', tin: '', isWanted: false }

const hasBuyer = ({ name, address, tin }: InvoiceTyped) => [name, address, tin].some((text) => text.trim() !== '')

/** The request's invoice fields; none for an acknowledgement. */
export function invoiceBody(
  typed: InvoiceTyped,
  customer: string,
): Pick<CheckoutBody, 'buyer' | 'booklet_number' | 'wants_invoice'> {
  const { number, isWanted, ...buyer } = typed
  return {
    ...(hasBuyer(typed) && { buyer: { ...buyer, name: buyer.name.trim() || customer } }),
    ...(isWanted && { wants_invoice: true }),
    ...(number.trim() !== '' && { booklet_number: number }),
  }
}

const lines = [
  { name: 'name', label: s.buyerName, max: 120, wide: true },
  { name: 'address', label: s.buyerAddress, max: 240, wide: true },
  { name: 'tin', label: s.buyerTin, max: 20, wide: false },
] as const

type InvoiceFieldsProps = {
  typed: InvoiceTyped
  onChange: (typed: InvoiceTyped) => void
  /**
   * The total of the sale in centavos, including what packages, deposits and store credit pay, and whether it has a
   * Senior Citizen or PWD card.
   */
  sale: { total: Centavos; hasCard: boolean }
}

/**
 * The fields for the invoice: its buyer and, in booklet mode, its number; none for an acknowledgement.
 * A small sale also has the choice between a sales slip and an invoice.
 */
export function InvoiceFields({ typed, onChange, sale }: InvoiceFieldsProps) {
  const { data } = useRead(documentsContract.mode, {}, { staleMs: 60_000 })
  const mode = data?.data.mode ?? 'acknowledgement'
  if (mode === 'booklet')
    return (
      <>
        <Field label={s.bookletNumber} hint={s.bookletLater}>
          <TextInput
            value={typed.number}
            onChange={(event) => onChange({ ...typed, number: event.target.value })}
            maxLength={30}
            autoComplete="off"
          />
        </Field>
        <BuyerFields typed={typed} onChange={onChange} />
      </>
    )
  if (!isInvoiceMode(mode)) return null
  const limit = data?.data.small_sale_limit ?? null
  const isSmall = isSmallSale({
    ...sale,
    limit: limit === null ? null : toCentavos(limit),
    hasBuyer: hasBuyer(typed),
    wantsInvoice: false,
  })
  return (
    <>
      {isSmall && (
        <Switch
          label={s.wantsInvoice}
          detail={typed.isWanted ? undefined : s.wantsInvoiceHint(formatPeso(toCentavos(limit ?? 0)))}
          checked={typed.isWanted}
          onChange={(isWanted) => onChange({ ...typed, isWanted })}
        />
      )}
      <BuyerFields typed={typed} onChange={onChange} />
    </>
  )
}

function BuyerFields({ typed, onChange }: Omit<InvoiceFieldsProps, 'sale'>) {
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
