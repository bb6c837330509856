/** Papers by their width in millimetres: the two rolls of thermal paper, and A5 sheets. */
export const PAPER_WIDTHS = [80, 58, 148] as const
export type PaperWidth = (typeof PAPER_WIDTHS)[number]

/** A sheet is as high as this, and goes on on the next one; a roll is as long as it needs to be. In millimetres. */
export const A5 = { width: 148, height: 210 } as const

export type PaperPair = { label: string; value: string; isTotal?: boolean }

export type PaperItem = {
  name: string
  /** `2 × ₱1,500.00` */
  detail: string
  amount: string
  isAddOn: boolean
  /** What was taken off it. */
  deductions?: PaperPair[]
}

/** Pairs under a name of their own. */
export type PaperPart = { heading: string; pairs: PaperPair[] }

/** A document or a reading as lines of text, the same on screen, on paper, in a PDF and in an e-mail. */
export type PaperText = {
  clinic: string
  /** Address, phone, TIN and registration, as far as they are set. */
  clinicLines: string[]
  heading: string
  /** The number of an invoice, large below its heading. */
  number?: string
  /** Across a sale that was taken back; null for others. */
  mark: string | null
  /** On every copy but the first. */
  reprint: string | null
  facts: PaperPair[]
  items: PaperItem[]
  sums: PaperPair[]
  parts?: PaperPart[]
  /** What stands below each line on which somebody signs. */
  signatures?: string[]
  /** What the law wants to be read. */
  notices?: string[]
  smallPrint?: string[]
  foot: string
}
