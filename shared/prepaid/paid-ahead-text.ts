import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { PaperPair, PaperText } from '#shared/sales/paper/paper.ts'
import { reprintOf } from '#shared/sales/paper/reprint.ts'
import { prepaidMessages as s } from './messages.ts'

export type Copy = {
  /** How many copies were recorded before this one. */
  count: number
  /** When the server recorded this copy; null in a preview. */
  at: Date | null
}

type PaidAhead = {
  clinic: Pick<ClinicProfile, 'name' | 'address' | 'phone'>
  heading: string
  /** Pairs of label and value. */
  facts: readonly (readonly [label: string, value: string])[]
  /** The amount that was paid, in pesos. */
  amount: number
  /** The word for what happened to the money, such as REFUNDED; null while the paper is valid. */
  mark: string | null
  /** The sentence that says what this paper is. */
  notice: string
  smallPrint?: readonly string[]
}

const pairs = (facts: PaidAhead['facts']): PaperPair[] => facts.map(([label, value]) => ({ label, value }))

/** The printed text of the receipt of a package or deposit. A copy after the first says REPRINT. */
export const paidAheadText = (
  { clinic, heading, facts, amount, mark, notice, smallPrint = [] }: PaidAhead,
  copy: Copy,
): PaperText => ({
  clinic: clinic.name,
  clinicLines: [clinic.address, clinic.phone].filter((line) => line !== ''),
  heading,
  mark,
  reprint: reprintOf(copy.count, copy.at),
  facts: pairs(facts),
  items: [],
  sums: [{ label: s.paidAmount, value: formatPeso(toCentavos(amount)), isTotal: true }],
  notices: [notice],
  smallPrint: [...smallPrint],
  foot: '',
})
