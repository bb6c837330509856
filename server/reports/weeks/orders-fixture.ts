import { hasInvoice, type ClinicMode, type DocumentMode } from '#shared/clinic/documents.ts'
import { toCentavos, toPesos, type Centavos } from '#shared/lib/money.ts'
import type { TaxSettings } from '#shared/lib/taxes.ts'
import { splitLine, type CardPieces } from '#shared/sales/card-pieces.ts'
import { chargeOf, type Charge, type ChargedLine } from '#shared/sales/charge.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { isAboveLimit, discountGiven } from '#shared/sales/discount-limit.ts'
import { LINE_DISCOUNT_REASONS, type MoneyMethod } from '#shared/sales/payment.ts'
import { percentOf } from '#shared/sales/percent.ts'
import type { Taxed } from '#shared/sales/tax.ts'
import type { Random } from '../../../scripts/demo/random.ts'
import type { Paid, Row } from './ledger-fixture.ts'
import { checkPromoPrices } from './promo-prices-fixture.ts'

/** A service of the clinic with what its price depends on. */
export type Offer = {
  serviceId: string
  treatmentId: string
  name: string
  price: Centavos
  taxed: Taxed
  isEligible: boolean
  addOn: { id: string; name: string; price: Centavos } | null
}

/** The settings that decide how the till computes and collects an order. */
export type TillRules = {
  mode: ClinicMode
  tax: TaxSettings
  methods: MoneyMethod[]
  /**
   * The largest discount that a cashier may give without an approval, in hundredths of a percent; null without a limit.
   */
  discountLimit: number | null
  /** Whether sales below the limit get a sales slip. */
  coversSmall: boolean
  smallLimit: Centavos
}

type Order = {
  body: CheckoutBody
  rows: Row[]
  paid: Paid[]
  booklet: string | null
  /** The voluntary discount, if it is above the limit of a cashier. */
  aboveLimit: Centavos | null
}

type OrderLine = CheckoutBody['treatments'][number]
type Cards = NonNullable<CheckoutBody['senior_pwd_cards']>
type Planned = { line: OrderLine; charged: ChargedLine[]; cards: (number | null)[]; addOnCards: boolean[][] }

/**
 * Makes random orders with lines, add-ons, discounts, Senior Citizen and PWD cards, and payments. Ids and references
 * never repeat.
 */
export function orderMaker(random: Random, offers: readonly Offer[]) {
  let serial = 0
  const next = () => ++serial
  const cardOf = (): Cards[number] =>
    random.chance(0.5)
      ? { kind: 'senior', id_number: `QC-${10_000 + next()}`, name: 'Corazon Villanueva', birth_date: '1955-03-14' }
      : { kind: 'pwd', id_number: `13-7404-${100_000 + next()}`, name: 'Bianca Peña', birth_date: null }

  /**
   * Random pieces that one or two Senior Citizen or PWD cards discount. A piece may include a piece of the add-on;
   * `keepsPromo` keeps the line's promo on these pieces.
   */
  function piecesOf(
    quantity: number,
    cards: Cards,
    addOn: { id: string; quantity: number } | null,
    keepsPromo: boolean,
  ) {
    const holders = random.whole(1, Math.min(2, quantity))
    return Array.from({ length: holders }, (_, index) => {
      if (cards.length <= index) cards.push(cardOf())
      const withAddOn = addOn !== null && index < addOn.quantity && random.chance(0.5)
      return {
        card: index,
        quantity: 1,
        keeps_promo: keepsPromo,
        addOns: withAddOn ? [{ addOn_id: addOn.id, quantity: 1 }] : [],
      }
    })
  }

  function plannedLine(offer: Offer, cards: Cards, isGenerous: boolean): Planned {
    const quantity = random.whole(1, 3)
    const addOn = offer.addOn && random.chance(0.3) ? { ...offer.addOn, quantity: random.whole(1, 2) } : null
    const hasDiscount = random.chance(0.3)
    const percent = hasDiscount && random.chance(0.6) ? random.pick([5, 12.5, 33.33, 50]) : null
    const keepsPromo = isGenerous || (percent !== null && percent >= 33 && random.chance(0.7))
    const hasCards = offer.isEligible && random.chance(0.4)
    const pieces = hasCards ? piecesOf(quantity, cards, addOn, keepsPromo) : []
    // A line whose pieces all have the discount of a Senior Citizen or PWD card must not have another discount.
    const isLost = pieces.length === quantity && !keepsPromo
    const amount = hasDiscount && percent === null && !isLost ? random.whole(1, offer.price) : 0
    const given = isLost ? null : percent
    const discount = given === null ? amount : percentOf(offer.price * quantity, Math.round(given * 100))
    const parts = splitLine(
      { price: offer.price, quantity, discount, addOns: addOn ? [addOn] : [] },
      pieces.map((piece): CardPieces => ({
        card: piece.card,
        quantity: piece.quantity,
        isPromo: piece.keeps_promo,
        addOns: piece.addOns.map((one) => ({ id: one.addOn_id, quantity: one.quantity })),
      })),
    )
    return {
      line: {
        service_id: offer.serviceId,
        treatment_id: offer.treatmentId,
        name: offer.name,
        quantity,
        price: toPesos(offer.price),
        addOns: addOn
          ? [
              {
                addOn_id: addOn.id,
                addOn_name: addOn.name,
                addOn_price: toPesos(addOn.price),
                quantity: addOn.quantity,
              },
            ]
          : [],
        ...(discount > 0 && given !== null && { discount_percent: given }),
        ...(discount > 0 && given === null && { discount: toPesos(amount) }),
        ...(discount > 0 && { discount_reason: random.pick([...LINE_DISCOUNT_REASONS, null]) }),
        senior_pwd_pieces: pieces,
      },
      charged: parts.map((part) => ({
        price: offer.price,
        quantity: part.quantity,
        discount: part.discount,
        hasCard: part.card !== null,
        isPromo: part.isPromo,
        taxed: offer.taxed,
        addOns: part.addOns.map((one) => ({ ...one, price: addOn!.price })),
      })),
      cards: parts.map(({ card }) => card),
      addOnCards: parts.map(({ addOns }) => addOns.map(({ hasCard }) => hasCard)),
    }
  }

  /** Up to three payments that add up to the total; the cash may be given with change. */
  function paymentsFor(total: Centavos, methods: readonly MoneyMethod[]) {
    const wallets = methods.filter((method) => method !== 'cash')
    const count = Math.min(
      random.weighted([
        [1, 6],
        [2, 3],
        [3, 1],
      ] as const),
      Math.max(total, 1),
    )
    let left = total
    const paid = Array.from({ length: count }, (_, index) => {
      const amount = index === count - 1 ? left : random.whole(1, left - (count - 1 - index))
      left -= amount
      const method: MoneyMethod =
        wallets.length === 0 || (index === 0 && random.chance(0.6)) ? 'cash' : random.pick(wallets)
      return { method, amount, reference: method === 'cash' ? null : `R-${next()}` }
    })
    const once = paid.filter(({ method }, index) => method !== 'cash' || index === 0)
    // An order has at most one cash payment. If several payments are in cash, one cash payment replaces all payments.
    const payments = once.length === paid.length ? paid : [{ method: 'cash' as const, amount: total, reference: null }]
    const change = payments[0]!.method === 'cash' && random.chance(0.5) ? random.whole(0, 50_000) : 0
    return { payments, change }
  }

  /** The payments of an order; a business may withhold up to a fifth of an invoice as tax. */
  function collect(total: Centavos, { methods, mode }: TillRules) {
    const withheld = hasInvoice(mode) && random.chance(0.25) ? random.whole(0, Math.floor(total / 5)) : 0
    const { payments: money, change } = paymentsFor(total - withheld, methods)
    const form = { method: 'withheld' as const, amount: withheld, reference: 'WC158 Q1 2026' }
    const payments = withheld > 0 ? [...money, form] : money
    const [first] = payments
    const isSplit = payments.length > 1 || random.chance(0.2)
    const listed = payments.map(({ method, amount, reference }, index) => ({
      method,
      amount: toPesos(amount),
      ...(index === 0 && change > 0 && { received: toPesos(amount + change) }),
      reference_number: reference,
    }))
    return {
      paid: payments.map(({ method, amount }) => ({ method, amount })),
      fields: {
        received_money: toPesos(total + change),
        exchange_money: toPesos(change),
        payment_method: first!.method,
        reference_number: first!.reference,
        ...(isSplit && total > 0 && { payments: listed }),
        ...(withheld > 0 && { buyer: { name: 'Perlas Trading', address: 'Makati', tin: '123-456-789-00000' } }),
      },
    }
  }

  return function makeOrder(rules: TillRules, terminal_id: string): Order {
    const cards: Cards = []
    // The services of an order follow each other in the list from a random start, because an order has each service
    // only once.
    const shift = random.whole(0, 2)
    const count = random.weighted([
      [1, 5],
      [2, 3],
      [3, 1],
    ] as const)
    const chosen = offers.map((_, index) => offers[(index + shift) % offers.length]!).slice(0, count)
    // Sometimes the order gets a discount so large that card holders pay less with it than with the discount of their
    // card, even for a line without a promo.
    const isGenerous = random.chance(0.15)
    const planned = chosen.map((offer) => plannedLine(offer, cards, isGenerous))
    const lines = planned.flatMap(({ charged }) => charged)
    const isOn = isGenerous || random.chance(0.3)
    const wished = isGenerous ? Math.ceil(grossOf(lines) * random.pick([0.35, 0.5])) : random.whole(1, 150_000)
    const charge = chargeOf(lines, { isOn, amount: wished }, rules.tax)
    checkPromoPrices(lines, charge, isOn ? wished : 0, rules.tax.isVatRegistered)
    const { paid, fields } = collect(charge.total, rules)
    const booklet = rules.mode === 'booklet' && random.chance(0.7) ? `B-${next()}` : null
    const isAbove = rules.discountLimit !== null && isAboveLimit({ ...charge, lines }, rules.discountLimit)
    return {
      rows: rowsOf(charge, planned),
      paid,
      booklet,
      aboveLimit: isAbove ? discountGiven({ ...charge, lines }) : null,
      body: {
        customer_name: 'Walk-in',
        treatments: planned.map(({ line }) => line),
        total: toPesos(charge.subtotal),
        discount: isOn ? toPesos(wished) : 0,
        is_discounted: isOn ? 'yes' : 'no',
        ...(random.chance(0.1) && { wants_invoice: true }),
        ...(charge.discount > 0 && { discount_reason: random.pick([...LINE_DISCOUNT_REASONS, null]) }),
        ...(cards.length > 0 && { senior_pwd_cards: cards }),
        total_after_discount: toPesos(charge.total),
        ...fields,
        user_id: null,
        appointment_id: `walkin_${next()}`,
        is_walk_in: true,
        terminal_id,
        booklet_number: booklet,
      },
    }
  }
}

/** The prices of all services and add-ons before discounts. */
const grossOf = (lines: readonly ChargedLine[]): Centavos =>
  lines.flatMap((line) => [line, ...line.addOns]).reduce((sum, { price, quantity }) => sum + price * quantity, 0)

/** How the till issues an order: as a sales slip below the limit, unless the customer needs an invoice. */
export function modeOf({ body }: Pick<Order, 'body'>, { mode, coversSmall, smallLimit }: TillRules): DocumentMode {
  const needsInvoice = body.wants_invoice === true || body.buyer !== undefined || body.senior_pwd_cards !== undefined
  const isSmall = mode === 'invoice_non_vat' && coversSmall && toCentavos(body.total_after_discount) < smallLimit
  return isSmall && !needsInvoice ? 'small_sale' : mode
}

/** The rows of the document in the order of its lines: each service before its add-ons. */
const rowsOf = (charge: Charge, planned: readonly Planned[]): Row[] =>
  planned
    .flatMap(({ charged, cards, addOnCards }) =>
      charged.map((line, index) => ({ line, card: cards[index]!, addOnCards: addOnCards[index]! })),
    )
    .flatMap(({ line, card, addOnCards }, index) => {
      const { service, addOns } = charge.items[index]!
      const items = [
        { price: line.price, quantity: line.quantity, item: service, card },
        ...line.addOns.map((addOn, place) => ({
          price: addOn.price,
          quantity: addOn.quantity,
          item: addOns[place]!,
          card: addOnCards[place] ? card : null,
        })),
      ]
      return items.map(({ price, quantity, item, card: under }): Row => ({
        amounts: {
          price,
          quantity,
          discount: item.discount,
          lessVat: item.lessVat,
          orderDiscount: item.orderDiscount,
          tax: item.tax,
        },
        taxClass: item.taxClass,
        catalogueClass: line.taxed!.taxClass,
        card: under,
      }))
    })
