import { UNIT_TYPES } from '#shared/inventory/contract.ts'
import type { Option } from '#web/ui/fields/option.tsx'

const all: readonly Option[] = UNIT_TYPES.map((unit) => ({ value: unit, label: unit }))

/**
 * The units offered for the typed text. An exact match comes first, so that Enter keeps it; the others follow, so that
 * it can be replaced without clearing the box.
 */
export function unitOptions(typed: string): readonly Option[] {
  const wanted = typed.trim().toLowerCase()
  const whole = all.find(({ label }) => label.toLowerCase() === wanted)
  if (whole) return [whole, ...all.filter((option) => option !== whole)]
  return all.filter(({ label }) => label.toLowerCase().includes(wanted))
}
