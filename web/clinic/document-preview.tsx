import { useState } from 'react'
import { documentName } from '#shared/clinic/document-name.ts'
import type { DocumentSettings } from '#shared/clinic/documents-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { DOCUMENT_MODES, isRegisteredMode, type DocumentMode } from '#shared/clinic/documents.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import type { Receipt } from '#shared/sales/contract.ts'
import type { PaperFields } from '#shared/sales/paper/paper-fields.ts'
import type { PaperWidth } from '#shared/sales/paper/paper.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { taxOf } from '#shared/sales/tax.ts'
import { now } from '#web/lib/use-now.ts'
import { PaperSwitch, ReceiptPaper } from '#web/sales/receipt/receipt-paper.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import type { DocumentValues } from './document-values.ts'

/** Returns the value or, if it is missing, its name in brackets as a placeholder. */
const orPlace = (value: string, name: string) => (value === '' ? `[${name}]` : value)

const TOTAL = 2_500_00
const SMALL_TOTAL = 350_00

const totalOf = (mode: DocumentMode) => (mode === 'small_sale' ? SMALL_TOTAL : TOTAL)
const SAMPLE_ID = '01900000-0000-7000-8000-000000000001'

/** The taxes of the sample sale on a document with VAT. */
function sampleTaxes(mode: DocumentMode): PaperFields['taxes'] {
  const vat = { isVatRegistered: true, chargesExcise: false }
  const tax = taxOf(totalOf(mode), { taxClass: 'vatable', isExcise: false }, vat)
  return { vatable: toPesos(tax.vatable), vat: toPesos(tax.vat), exempt: 0, zero_rated: 0, excise: 0 }
}

function samplePaper(mode: DocumentMode, values: DocumentValues, settings: DocumentSettings): PaperFields {
  const [terminal] = settings.terminals
  const hasVat = mode === 'invoice_vat' || (mode === 'booklet' && values.is_vat_registered)
  const printsPercentageTax = mode === 'invoice_non_vat' || (mode === 'booklet' && !hasVat)
  const of = (field: Exclude<keyof typeof s.fields, 'address'>) => orPlace(values[field], s.fields[field])
  return {
    mode,
    kind: 'sale',
    registration: isRegisteredMode(mode)
      ? {
          registered_name: of('registered_name'),
          trade_name: of('trade_name'),
          tin_branch: values.tin_branch || '00000',
          permit_number: of('permit_number'),
          permit_date: values.permit_date,
          accreditation_number: of('accreditation_number'),
          accreditation_date: values.accreditation_date,
          accreditation_until: values.accreditation_until,
          supplier_name: values.supplier_name,
          supplier_address: values.supplier_address,
          supplier_tin: values.supplier_tin,
          terminal: terminal?.name ?? '',
          machine_number: orPlace(terminal?.machine_number ?? '', s.machineNumber),
          serial_number: orPlace(terminal?.serial_number ?? '', s.serialNumber),
        }
      : null,
    buyer: null,
    booklet_number: mode === 'booklet' ? s.sampleInvoice : null,
    taxes: hasVat ? sampleTaxes(mode) : null,
    ...(printsPercentageTax && { percentage_tax: { taxable: toPesos(totalOf(mode)), exempt: 0 } }),
    card: null,
  }
}

function sampleReceipt(mode: DocumentMode, values: DocumentValues, settings: DocumentSettings): Receipt {
  const at = isoInManila(now())
  const amount = toPesos(totalOf(mode))
  return {
    id: SAMPLE_ID,
    receipt_number: 123,
    document_name: documentName(123, { mode, kind: 'sale' }),
    takes_back: null,
    customer_name: s.sampleCustomer,
    transaction_date: at,
    business_date: at.slice(0, 10),
    cashier_name: s.sampleCashier,
    subtotal: amount,
    discount: 0,
    discount_reason: null,
    discount_id_number: null,
    total_after_discount: amount,
    received_money: amount + 500,
    exchange_money: 500,
    payment_method: 'cash',
    reference_number: null,
    payments: [{ method: 'cash', amount, received: amount + 500, change: 500, reference_number: null }],
    is_walk_in: true,
    item_count: 1,
    location: '',
    treatments: [
      {
        service_id: SAMPLE_ID,
        treatment_id: SAMPLE_ID,
        treatment_name: '',
        service_name: s.sampleService,
        quantity: 1,
        price: amount,
        addOns: [],
      },
    ],
    void_reason: null,
    voids_receipt_number: null,
    refund_reason: null,
    refunds_receipt_number: null,
    refunded: 0,
    approved_by: null,
    state: 'sale',
    clinic: {
      name: settings.name,
      address: settings.address,
      phone: settings.phone,
      tin: isRegisteredMode(mode) ? orPlace(values.tin, s.fields.tin) : values.tin,
      receipt_foot: isRegisteredMode(mode) ? values.invoice_foot : settings.receipt_foot,
    },
    paper: samplePaper(mode, values, settings),
    print_count: 0,
    last_printed_at: null,
  }
}

const modes = DOCUMENT_MODES.map((value) => ({ value, label: s.modes[value] }))

type PreviewProps = { values: DocumentValues; settings: DocumentSettings }

/** A sample sale as it is printed with the form's values, in the chosen document mode or another for comparison. */
export function DocumentPreview({ values, settings }: PreviewProps) {
  const [width, setWidth] = useState<PaperWidth>(80)
  const [compared, setCompared] = useState<{ to: DocumentMode; besides: DocumentMode } | null>(null)
  const mode = compared?.besides === values.mode ? compared.to : values.mode
  return (
    <div className="space-y-3">
      <p className="text-sm text-ink-2">{s.previewHint}</p>
      <Field label={s.previewPaper} group>
        <Select options={modes} value={mode} onChange={(to) => setCompared({ to, besides: values.mode })} />
      </Field>
      <PaperSwitch width={width} onChange={setWidth} />
      <div className="flex max-h-[70vh] overflow-auto rounded-card bg-surface-3 p-4" tabIndex={0}>
        <div className="mx-auto">
          <ReceiptPaper text={receiptText(sampleReceipt(mode, values, settings), null)} width={width} />
        </div>
      </div>
    </div>
  )
}
