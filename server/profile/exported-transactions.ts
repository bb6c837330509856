import type { ReadTx } from '#server/db/pool.ts'
import { nameOfDocument, nameOfOriginal } from '#server/sales/documents/document-name.ts'
import { documentsOfUser } from '#server/sales/client-sales.ts'
import { documentsMessages } from '#shared/clinic/messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { toPesos, type Centavos } from '#shared/lib/money.ts'
import { textsOf } from '#shared/sales/line.ts'
import { methodName } from '#shared/sales/payment.ts'
import type { DataExport } from '#shared/profile/contract.ts'

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
  ...textsOf(line),
  add_ons: line.addOns.map((addOn) => ({ name: addOn.addOn_name, ...amounts(addOn) })),
})

const withoutPosition = ({ kind, id_number, name, tin, birth_date }: Document['cards'][number]) => ({
  kind,
  id_number,
  name,
  tin,
  birth_date,
})

const presentPayment = (row: Document['payments'][number]) => ({
  method: methodName(row.method),
  amount: toPesos(row.amount_centavos),
  received: toPesos(row.received_centavos),
  change: toPesos(row.change_centavos),
  reference_number: row.reference_number,
})

/** A document without the names of staff. */
const presentDocument = (document: Document) => ({
  kind: document.kind,
  issued_as: documentsMessages.modes[document.mode],
  document: nameOfDocument(document),
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
  ...(document.cards[0] && { senior_pwd_card: withoutPosition(document.cards[0]) }),
  ...(document.cards.length > 1 && { senior_pwd_cards: document.cards.map(withoutPosition) }),
  total: toPesos(document.total_centavos),
  payments: document.payments.map(presentPayment),
  is_walk_in: document.is_walk_in,
  reason: document.reason,
  takes_back: nameOfOriginal(document),
})

/** Everything that a person bought, with voids, refunds, lines and payments, newest first. */
export const exportedTransactions = async (tx: ReadTx, userId: string): Promise<DataExport['transactions']> =>
  (await documentsOfUser(tx, userId)).map(presentDocument)
