import { cashContract, type Till } from '#shared/cash/contract.ts'
import { sampleId, tillWithoutShifts } from '#web/test/samples.ts'
import { answer } from '#web/test/screen.tsx'

/** The terminals of a clinic: the front desk and the back room have an open shift, the spare till has none. */
export const terminals = [
  { id: sampleId(61), name: 'Back room', has_open_shift: true },
  { id: sampleId(62), name: 'Front desk', has_open_shift: true },
  { id: sampleId(63), name: 'Spare till', has_open_shift: false },
]

/** For tests: answers as the till of a device on which no terminal was chosen; without `hasShifts` no shift is open. */
export function answerTerminals({ hasShifts = true }: { hasShifts?: boolean } = {}): Till {
  const till: Till = {
    ...tillWithoutShifts,
    is_on: true,
    terminals: terminals.map((one) => ({ ...one, has_open_shift: hasShifts && one.has_open_shift })),
  }
  answer(cashContract.till, { data: till })
  return till
}
