import { methodMessages } from './method-messages.ts'

export const PAYMENT_METHODS = ['cash', 'gcash', 'maya', 'bank_transfer', 'card'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The method that is called so, in whatever case: `gcash`, `Bank`, `bank transfer`. */
export function methodNamed(name: string): PaymentMethod | undefined {
  const wanted = name.trim().toLowerCase().replace(/ /g, '_')
  return PAYMENT_METHODS.find((method) => method === wanted || methodMessages.methods[method].toLowerCase() === wanted)
}

/** A kept method as people read it; one that this version does not know stays as it is. */
export const methodName = (method: string): string =>
  (methodMessages.methods as Record<string, string>)[method] ?? method

/** What a clinic takes that has not chosen: card slips are switched on. */
export const USUAL_METHODS: readonly PaymentMethod[] = ['cash', 'gcash', 'maya', 'bank_transfer']

/** All but cash come with a reference number; of a card it is the number on its slip. */
export const needsReference = (method: PaymentMethod): boolean => method !== 'cash'

/** The numbers of card slips repeat; those of the others are used once. */
export const isReferenceUnique = (method: PaymentMethod): boolean => needsReference(method) && method !== 'card'

/** How two reference numbers are compared: without spaces and dashes, upper case. */
export const referenceKey = (reference: string): string => reference.replace(/[\s-]/g, '').toUpperCase()

export const DISCOUNT_REASONS = ['Promo', 'Senior Citizen', 'PWD', 'Staff', 'Other'] as const
export type DiscountReason = (typeof DISCOUNT_REASONS)[number]

/** Why a line is discounted; the discounts of Senior Citizens and PWD come with their card. */
export const LINE_DISCOUNT_REASONS = ['Promo', 'Staff', 'Other'] as const

/** A kept reason as people read it; one that this version does not know stays as it is. */
export const formatDiscountReason = (reason: string): string =>
  (methodMessages.discountReasons as Record<string, string>)[reason] ?? reason

/** These discounts are given to the holder of a card; its number is written down. */
export const hasIdNumber = (reason: DiscountReason | null): boolean => reason === 'Senior Citizen' || reason === 'PWD'
