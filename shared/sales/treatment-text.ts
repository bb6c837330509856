import type { SaleAddOn, SaleLine } from './line.ts'

type NamedLine = Pick<SaleLine, 'treatment_name' | 'service_name' | 'quantity'> & {
  addOns: readonly Pick<SaleAddOn, 'addOn_name' | 'quantity'>[]
}

const PER_GROUP = 3

const times = (quantity: number) => (quantity > 1 ? ` ×${quantity}` : '')

const itemText = (line: NamedLine) =>
  [
    `${line.service_name}${times(line.quantity)}`,
    ...line.addOns.map((addOn) => `${addOn.addOn_name}${times(addOn.quantity)}`),
  ].join(' + ')

/** Groups lines by treatment, in the order of their first lines; the first line names the treatment. */
function itemsOf(lines: readonly NamedLine[]): string[] {
  const treatments = new Set(lines.map((line) => line.treatment_name))
  return [...treatments].flatMap((treatment) =>
    lines
      .filter((line) => line.treatment_name === treatment)
      .map((line, i) => (i === 0 ? `${treatment}: ${itemText(line)}` : itemText(line))),
  )
}

/**
 * The sold items in one line for cards, search and exports: each treatment once, three items per group, groups joined
 * by ` | `: `Facials: Hydra glow ×2 + LED light, Glass skin, Laser: Carbon peel`
 */
export function treatmentText(lines: readonly NamedLine[]): string {
  const items = itemsOf(lines)
  const groups = Array.from({ length: Math.ceil(items.length / PER_GROUP) }, (_, i) =>
    items.slice(i * PER_GROUP, (i + 1) * PER_GROUP).join(', '),
  )
  return groups.join(' | ')
}

export type TextSize = 'normal' | 'small' | 'smallest'

/** Long texts get a smaller font, so that cards keep their height: over 180 characters, and again over 250. */
export const textSize = (text: string): TextSize =>
  text.length > 250 ? 'smallest' : text.length > 180 ? 'small' : 'normal'
