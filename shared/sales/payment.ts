export const PAYMENT_METHODS = ['cash', 'gcash', 'maya', 'bank_transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** What people call them. */
export const PAYMENT_LABELS: Record<PaymentMethod, string> = {
  cash: 'Cash',
  gcash: 'GCash',
  maya: 'Maya',
  bank_transfer: 'Bank',
}

/** The method that is called so, in whatever case: `gcash`, `Bank`, `bank transfer`. */
export function methodNamed(name: string): PaymentMethod | undefined {
  const wanted = name.trim().toLowerCase().replace(/ /g, '_')
  return PAYMENT_METHODS.find((method) => method === wanted || PAYMENT_LABELS[method].toLowerCase() === wanted)
}

/** All but cash come with a reference number. */
export const needsReference = (method: PaymentMethod): boolean => method !== 'cash'

/** How two reference numbers are compared: without spaces and dashes, upper case. */
export const referenceKey = (reference: string): string => reference.replace(/[\s-]/g, '').toUpperCase()

export const DISCOUNT_REASONS = ['Promo', 'Senior Citizen', 'PWD', 'Staff', 'Other'] as const
export type DiscountReason = (typeof DISCOUNT_REASONS)[number]

/** These discounts are given to the holder of a card; its number is written down. */
export const hasIdNumber = (reason: DiscountReason | null): boolean => reason === 'Senior Citizen' || reason === 'PWD'
