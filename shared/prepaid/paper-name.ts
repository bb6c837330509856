import type { PrepaidKind } from './contract.ts'
import { prepaidMessages as s } from './messages.ts'

/** The name of the sale of a gift card, package or deposit, such as `Gift card 000012`. */
export const paperName = (kind: PrepaidKind, number: number): string => s.paperName(s.kinds[kind], number)
