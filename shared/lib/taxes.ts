/** The tax classes of sales in a clinic that is registered for VAT. */
export const TAX_CLASSES = ['vatable', 'exempt', 'zero-rated'] as const
export type TaxClass = (typeof TAX_CLASSES)[number]

/** The clinic's tax settings. */
export type TaxSettings = { isVatRegistered: boolean; chargesExcise: boolean }
