import { methodMessages } from './messages.ts'

/** The methods by which money is paid. `prepaid` is money that was paid ahead, for a gift card or as store credit. */
export const MONEY_METHODS = ['cash', 'gcash', 'maya', 'bank_transfer', 'card', 'prepaid'] as const
/** `withheld` is tax that a business buyer withholds and certifies on Form 2307; it is a payment without money. */
export const PAYMENT_METHODS = [...MONEY_METHODS, 'withheld'] as const
export type MoneyMethod = (typeof MONEY_METHODS)[number]
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The payment method with this name in any case: `gcash`, `Bank`, `bank transfer`. */
export function methodNamed(name: string): PaymentMethod | undefined {
  const wanted = name.trim().toLowerCase()
  return PAYMENT_METHODS.find(
    (method) => method === wanted.replace(/ /g, '_') || methodMessages.methods[method].toLowerCase() === wanted,
  )
}

/** The displayed name of a stored method; an unknown method is shown as it is stored. */
export const methodName = (method: string): string =>
  (methodMessages.methods as Record<string, string>)[method] ?? method

/** The default payment methods of a clinic; payments by bank card and by gift card must be switched on. */
export const USUAL_METHODS: readonly MoneyMethod[] = ['cash', 'gcash', 'maya', 'bank_transfer']

/** True for all methods but withheld tax. */
export const isMoney = (method: PaymentMethod): method is MoneyMethod => method !== 'withheld'

/**
 * True for money that the clinic receives with the payment, and not before. A clinic accepts at least one such method.
 */
export const isOwnMoney = (method: PaymentMethod): boolean => isMoney(method) && method !== 'prepaid'

/**
 * True for all methods but cash. The reference of a bank card is the number of its slip; that of a gift card is the
 * number of the gift card.
 */
export const needsReference = (method: PaymentMethod): boolean => method !== 'cash'

/**
 * True for cash only. If more than the total were paid by another method, the change would have to be taken out of the
 * cash drawer.
 */
export const givesChange = (method: PaymentMethod): boolean => method === 'cash'

/** True if a reference number can be used only once; numbers of bank card slips and codes of withheld taxes repeat. */
export const isReferenceUnique = (method: PaymentMethod): boolean =>
  needsReference(method) && method !== 'card' && method !== 'withheld'

/**
 * Normalizes a reference number for comparison: letters and digits only, in upper case. So a number that is typed with
 * a dot or an invisible character is recognized as the same payment.
 */
export const referenceKey = (reference: string): string =>
  reference
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

export const DISCOUNT_REASONS = ['Promo', 'Senior Citizen', 'PWD', 'Staff', 'Other'] as const
export type DiscountReason = (typeof DISCOUNT_REASONS)[number]

/** The stored reason of the discount that follows from the price of a package. Nobody chooses it. */
export const PACKAGE_REASON = 'Package'

/**
 * Reasons that a cashier can choose for a line's discount; discounts of Senior Citizens and PWD follow from their card.
 */
export const LINE_DISCOUNT_REASONS = ['Promo', 'Staff', 'Other'] as const

/** The displayed name of a stored reason; an unknown reason is shown as it is stored. */
export const formatDiscountReason = (reason: string): string =>
  (methodMessages.discountReasons as Record<string, string>)[reason] ?? reason

/** True for the discounts of Senior Citizens and PWD, which follow from their card. */
export const isCardReason = (reason: DiscountReason | null): reason is 'Senior Citizen' | 'PWD' =>
  reason === 'Senior Citizen' || reason === 'PWD'
