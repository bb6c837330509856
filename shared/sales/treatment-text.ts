import type { SaleAddOn, SaleLine } from './line.ts'

type NamedLine = Pick<SaleLine, 'treatment_name' | 'service_name' | 'quantity'> & {
  addOns: readonly Pick<SaleAddOn, 'addOn_name' | 'quantity'>[]
}

const PER_GROUP = 3

const times = (quantity: number) => (quantity > 1 ? ` ×${quantity}` : '')

const itemText = (line: NamedLine) =>
  [
    `${line.treatment_name}: ${line.service_name}${times(line.quantity)}`,
    ...line.addOns.map((addOn) => `${addOn.addOn_name}${times(addOn.quantity)}`),
  ].join(' + ')

/**
 * What was done, in one line for cards, search and exports: three items a group, groups joined with ` | `.
 * `Facials: Hydra glow ×2 + LED light, Laser: Carbon peel`
 */
export function treatmentText(lines: readonly NamedLine[]): string {
  const items = lines.map(itemText)
  const groups = Array.from({ length: Math.ceil(items.length / PER_GROUP) }, (_, i) =>
    items.slice(i * PER_GROUP, (i + 1) * PER_GROUP).join(', '),
  )
  return groups.join(' | ')
}

export type TextSize = 'normal' | 'small' | 'smallest'

/** Long texts are set smaller, so that cards keep their height: over 180 characters, and again over 250. */
export const textSize = (text: string): TextSize =>
  text.length > 250 ? 'smallest' : text.length > 180 ? 'small' : 'normal'
