/** Paper widths in millimetres: two thermal rolls and A5 sheets. */
export const PAPER_WIDTHS = [80, 58, 148] as const
export type PaperWidth = (typeof PAPER_WIDTHS)[number]

/** The size of an A5 sheet in millimetres. A document that is longer than one sheet continues on the next. */
export const A5 = { width: 148, height: 210 } as const

export type PaperPair = {
  label: string
  value: string
  isTotal?: boolean
  /** True for a missing value, with an empty line to write it on. */
  isBlank?: boolean
}

export type PaperItem = {
  name: string
  /** The quantity and price of the item, such as `2 × ₱1,500.00`. */
  detail: string
  amount: string
  isAddOn: boolean
  /** The discounts on the item. */
  deductions?: PaperPair[]
}

/** A part of a printed document: pairs of label and value under a heading. */
export type PaperPart = { heading: string; pairs: PaperPair[] }

/** A document or reading as lines of text, used on screen, paper, PDF and e-mail. */
export type PaperText = {
  clinic: string
  /** Address, phone, TIN and registration, if set. */
  clinicLines: string[]
  heading: string
  /** The number of an invoice, printed large below its heading. */
  number?: string
  /** The word VOIDED, which is printed across the document of a voided sale; null for other documents. */
  mark: string | null
  /** The word REPRINT with the number and time of the copy, on every copy but the first. */
  reprint: string | null
  facts: PaperPair[]
  items: PaperItem[]
  sums: PaperPair[]
  parts?: PaperPart[]
  /** The texts below signature lines. */
  signatures?: string[]
  /** Sentences that the law requires on the document. */
  notices?: string[]
  smallPrint?: string[]
  foot: string
}
