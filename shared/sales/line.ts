import { z } from 'zod'
import { id, quantity, strictBody } from '#shared/lib/fields.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { DISCOUNT_REASONS, PAYMENT_METHODS } from './payment.ts'
import { MOST_CARDS } from './senior-pwd-card.ts'
import type { Taxed } from './tax.ts'
import { serviceTax } from '#shared/catalogue/service-tax.ts'

// This module defines a line of an order in three forms: as the till sends it, as the API returns it (both in pesos),
// and as code uses it (in centavos).

const percent = z.number().min(0).max(100).multipleOf(0.01)

const orderAddOn = strictBody({ addOn_id: id, addOn_name: z.string().max(200), addOn_price: pesos, quantity })

/**
 * Pieces with the discount of a Senior or PWD card. They keep their promo if it is better than the card's discount, and
 * are exempt from VAT as well.
 */
const covered = { quantity, keeps_promo: z.boolean().default(false) }

/**
 * The pieces of a line and its add-ons to which one Senior or PWD card applies. The card is given by its index in
 * `senior_pwd_cards`.
 */
const cardPieces = strictBody({
  card: z
    .number()
    .int()
    .min(0)
    .max(MOST_CARDS - 1),
  ...covered,
  addOns: z
    .array(strictBody({ addOn_id: id, ...covered }))
    .max(30)
    .default([]),
})

/**
 * Marks the line of a product instead of a service. Its `service_id` and names are those of the product, and its
 * treatment is the category of the product. It has no add-ons.
 */
const kind = z.literal('product').optional()

/** A line as the till sends it: the server compares prices and takes names from the catalogue. */
export const orderLine = strictBody({
  kind,
  service_id: id,
  name: z.string().max(200),
  quantity,
  price: pesos,
  treatment_id: id,
  addOns: z.array(orderAddOn).max(30).default([]),
  /** A discount on the service without its add-ons, up to its price. */
  discount: pesos.default(0),
  /** The discount as a percentage instead of an amount, with at most two decimals. */
  discount_percent: percent.nullish(),
  /** The reasons Senior Citizen and PWD are refused here with a sentence, because these discounts need a card. */
  discount_reason: z.enum(DISCOUNT_REASONS).nullish(),
  /** True when the order's first Senior or PWD card applies to all pieces of the line and its add-ons. */
  senior_pwd: z.boolean().default(false),
  /** The pieces under each Senior or PWD card, instead of `senior_pwd`. */
  senior_pwd_pieces: z.array(cardPieces).max(MOST_CARDS).default([]),
  /**
   * The sessions of packages that pay for pieces of the service, one for each piece. Such a line has no other discount.
   */
  package_sessions: z.array(id).max(100).default([]),
})

/** The fields of a line that the till stores in the order and sends unchanged. */
export const keptLine = orderLine.pick({ kind: true })

/**
 * The texts of a line besides its names. Each is a column of `document_lines` with the same name, and is copied
 * unchanged: from the order to the document, its voids and refunds, and the data export of the client. A further text
 * needs no change in the code that copies them.
 */
export const lineTexts = z.object({ discount_reason: z.string() }).partial()
type LineTexts = z.output<typeof lineTexts>
type Texts = { [Name in keyof LineTexts]?: string | null | undefined }
const textNames = lineTexts.keyof().options

/** Returns the texts that a line of an order, a row or a sold line has. Missing and empty texts are left out. */
export const textsOf = (from: Texts): LineTexts =>
  Object.fromEntries(textNames.flatMap((name) => (from[name] ? [[name, from[name]]] : [])))

/** Returns a column for each text of a line. The column is null if the line does not have the text. */
export const textColumns = (line: Texts = {}) =>
  Object.fromEntries(textNames.map((name) => [name, line[name] ?? null])) as Record<keyof LineTexts, string | null>

/** The discounts of a line; each is missing if there is none. A line's total is price times quantity, less these. */
const discounted = {
  discount: pesosAnswer.optional(),
  /** The VAT that a Senior Citizen or PWD did not pay. */
  less_vat: pesosAnswer.optional(),
}

const soldAddOn = z.object({
  addOn_id: id,
  addOn_name: z.string(),
  quantity: z.number().int(),
  addOn_price: pesosAnswer,
  ...discounted,
})

/** A line as recorded, with names and prices at the time of the sale. */
export const soldLine = z.object({
  kind,
  service_id: id,
  treatment_id: id,
  treatment_name: z.string(),
  service_name: z.string(),
  quantity: z.number().int(),
  price: pesosAnswer,
  ...discounted,
  ...lineTexts.shape,
  /** Which Senior Citizen or PWD card of the document applies to these pieces, counted from 1. */
  card: z.number().int().optional(),
  addOns: z.array(soldAddOn),
})

/** A line's discounts in centavos; undefined if the line has no such discount. */
type Discounted = { discount?: Centavos | undefined; less_vat?: Centavos | undefined }

/** An add-on of a service line. `price` is for one piece. */
export type SaleAddOn = Omit<z.output<typeof soldAddOn>, 'addOn_price' | keyof Discounted> &
  Discounted & { price: Centavos; hasCard?: boolean; isPromo?: boolean }

/** A sold service with its add-ons, or a sold product, in centavos. */
export type SaleLine = Omit<z.output<typeof soldLine>, 'price' | 'addOns' | keyof Discounted> &
  Discounted & {
    price: Centavos
    addOns: readonly SaleAddOn[]
    hasCard?: boolean
    isPromo?: boolean
    taxed?: Taxed
    /** The session of a package that pays for the service, without its add-ons. */
    packageSession?: PackageSession
    /** True for a line whose service a package pays. The order's discount does not reduce this service. */
    isPrepaid?: boolean
    /** What one piece of a product cost the clinic when it was sold; null if that was not known. */
    unitCost?: Centavos | null
  }

/** A session of a package, and the amount that its account pays. */
type PackageSession = { id: string; accountId: string; value: Centavos }

/** One payment of a document, as the API returns it. */
export const soldPayment = z.object({
  method: z.enum(PAYMENT_METHODS),
  amount: pesosAnswer,
  received: pesosAnswer,
  change: pesosAnswer,
  reference_number: z.string().nullable(),
})
export type SoldPayment = z.output<typeof soldPayment>

/** The current prices of an order's items: data of a `price_changed` error. Items no longer offered are missing. */
export const priceList = z.object({
  services: z.array(
    z.object({
      kind,
      service_id: id,
      name: z.string(),
      price: pesosAnswer,
      treatment_id: id,
      /**
       * The tax class of the service, and whether it has the Senior and PWD discount; if left out, the service is
       * VATable and has no such discount.
       */
      ...serviceTax.pick({ tax_class: true, senior_pwd_eligible: true }).partial().shape,
    }),
  ),
  add_ons: z.array(z.object({ addOn_id: id, addOn_name: z.string(), addOn_price: pesosAnswer, treatment_id: id })),
  /** True when prices include VAT. */
  is_vat_registered: z.boolean().optional(),
})
export type PriceList = z.output<typeof priceList>
