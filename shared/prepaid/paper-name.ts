import type { PrepaidKind } from './contract.ts'
import { prepaidMessages as s } from './messages.ts'

/** The name of the sale of a gift card, package or deposit, such as `Gift card 000012`. */
export const paperName = (kind: PrepaidKind, number: number): string => s.paperName(s.kinds[kind], number)

/**
 * The name of an account of money paid ahead: that of its sale, or of store credit the last letters of its number, such
 * as `Store credit …ABCD`.
 */
export const accountName = (kind: PrepaidKind, number: number | null, ending: string): string =>
  number === null ? `${s.kinds[kind]} ${ending}` : paperName(kind, number)
