import type { ReadTx } from '#server/db/pool.ts'
import { documentsOfUser } from '#server/sales/list-documents.ts'
import { presentPayments } from '#server/sales/present-sale.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos, type Centavos } from '#shared/lib/money.ts'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'
import type { DataExport } from '#shared/profile/export-contract.ts'

type Document = Awaited<ReturnType<typeof documentsOfUser>>[number]

type Sold = { quantity: number; price: Centavos; discount?: Centavos | undefined; less_vat?: Centavos | undefined }

const amounts = ({ quantity, price, discount = 0, less_vat = 0 }: Sold) => ({
  quantity,
  unit_price: toPesos(price),
  ...(discount !== 0 && { discount: toPesos(discount) }),
  ...(less_vat !== 0 && { less_vat: toPesos(less_vat) }),
  line_total: toPesos(quantity * price - discount - less_vat),
})

const presentLine = (line: Document['lines'][number]) => ({
  treatment: line.treatment_name,
  service: line.service_name,
  ...amounts(line),
  add_ons: line.addOns.map((addOn) => ({ name: addOn.addOn_name, ...amounts(addOn) })),
})

const cardOf = (document: Document, kind: CardKind) => ({
  kind,
  id_number: document.card_id_number!,
  name: document.card_name!,
  birth_date: document.card_birth_date,
})

/** A document without those who stood behind the till. */
const presentDocument = (document: Document) => ({
  receipt_number: document.number,
  date: isoInManila(document.sold_at),
  customer_name: document.customer_name ?? '',
  email: document.email,
  contact_number: document.contact_number,
  lines: document.lines.map(presentLine),
  subtotal: toPesos(document.subtotal_centavos),
  discount: toPesos(document.discount_centavos),
  discount_reason: document.discount_reason,
  discount_id_number: document.discount_id_number,
  invoice_made_out_to: document.buyer,
  ...(document.card_kind !== null && { senior_pwd_card: cardOf(document, document.card_kind as CardKind) }),
  total: toPesos(document.total_centavos),
  ...presentPayments(document.payments),
  is_walk_in: document.is_walk_in,
  void_reason: document.reason,
  voids_receipt_number: document.original_number,
})

/** What a person bought, newest first, with every line and add-on. */
export const exportedTransactions = async (tx: ReadTx, userId: string): Promise<DataExport['transactions']> =>
  (await documentsOfUser(tx, userId)).map(presentDocument)
