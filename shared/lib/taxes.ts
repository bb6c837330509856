/** How what is sold is taxed, in a clinic that is registered for VAT. */
export const TAX_CLASSES = ['vatable', 'exempt', 'zero-rated'] as const
export type TaxClass = (typeof TAX_CLASSES)[number]

/** What the clinic has set up. */
export type TaxSettings = { isVatRegistered: boolean; chargesExcise: boolean }
