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

/** Adds up the quantities of add-ons by name. */
function mergeAddOns(addOns: NamedLine['addOns']): NamedLine['addOns'] {
  const names = [...new Set(addOns.map((addOn) => addOn.addOn_name))]
  return names.map((addOn_name) => ({
    addOn_name,
    quantity: addOns.reduce((sum, addOn) => (addOn.addOn_name === addOn_name ? sum + addOn.quantity : sum), 0),
  }))
}

/** Adds up the lines of one service, because the pieces under a Senior Citizen or PWD card are a line of their own. */
function mergeLines(lines: readonly NamedLine[]): NamedLine[] {
  const merged = new Map<string, NamedLine>()
  for (const line of lines) {
    const key = JSON.stringify([line.treatment_name, line.service_name])
    const before = merged.get(key)
    const addOns = mergeAddOns([...(before?.addOns ?? []), ...line.addOns])
    merged.set(key, before ? { ...before, quantity: before.quantity + line.quantity, addOns } : line)
  }
  return [...merged.values()]
}

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
 * The sold items in one line for lists, search and exports: each treatment once, three items per group, groups joined
 * by ` | `: `Facials: Hydra glow ×2 + LED light, Glass skin, Laser: Carbon peel`
 */
export function treatmentText(lines: readonly NamedLine[]): string {
  const items = itemsOf(mergeLines(lines))
  const groups = Array.from({ length: Math.ceil(items.length / PER_GROUP) }, (_, i) =>
    items.slice(i * PER_GROUP, (i + 1) * PER_GROUP).join(', '),
  )
  return groups.join(' | ')
}

export type TextSize = 'normal' | 'small' | 'smallest'

/**
 * Long texts get a smaller font, so that the cards of the Transactions page keep their height: over 180 characters, and
 * again over 250.
 */
export const textSize = (text: string): TextSize =>
  text.length > 250 ? 'smallest' : text.length > 180 ? 'small' : 'normal'
