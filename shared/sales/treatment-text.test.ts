import { describe, expect, test } from 'vitest'
import { textSize, treatmentText } from './treatment-text.ts'

type Line = Parameters<typeof treatmentText>[0][number]

const line = (service_name: string, more: Partial<Line> = {}): Line => ({
  treatment_name: 'Facials',
  service_name,
  quantity: 1,
  addOns: [],
  ...more,
})

describe('the text of a sale', () => {
  test('the text of a sale names treatment and service', () =>
    expect(treatmentText([line('Hydra glow')])).toBe('Facials: Hydra glow'))

  test('the text of a sale shows add-ons, and quantities that are above one', () => {
    const addOns = [
      { addOn_name: 'LED light', quantity: 1 },
      { addOn_name: 'Collagen mask', quantity: 2 },
    ]
    expect(treatmentText([line('Hydra glow', { quantity: 2, addOns })])).toBe(
      'Facials: Hydra glow ×2 + LED light + Collagen mask ×2',
    )
  })

  test.each([
    [3, 'Facials: 1, 2, 3'],
    [4, 'Facials: 1, 2, 3 | 4'],
    [7, 'Facials: 1, 2, 3 | 4, 5, 6 | 7'],
  ])('the text of a sale lists %i items of one treatment three to a group', (count, text) =>
    expect(treatmentText(Array.from({ length: count }, (_, i) => line(String(i + 1))))).toBe(text),
  )

  test('the text of a sale names each treatment once, wherever its services are in the order', () => {
    const lines = [line('Hydra glow'), line('Carbon peel', { treatment_name: 'Laser' }), line('Glass skin')]
    expect(treatmentText(lines)).toBe('Facials: Hydra glow, Glass skin, Laser: Carbon peel')
  })

  test('the text of a sale adds up the lines of one service, which has a line for each Senior Citizen or PWD card', () => {
    const lines = [
      line('Consultation', { addOns: [{ addOn_name: 'LED light', quantity: 1 }] }),
      line('Consultation', { addOns: [{ addOn_name: 'LED light', quantity: 1 }] }),
      line('Consultation', { quantity: 2 }),
    ]
    expect(treatmentText(lines)).toBe('Facials: Consultation ×4 + LED light ×2')
  })

  test('the text of a sale without items is empty', () => expect(treatmentText([])).toBe(''))
})

test.each([
  [0, 'normal'],
  [180, 'normal'],
  [181, 'small'],
  [250, 'small'],
  [251, 'smallest'],
])('the text of a sale with %i characters is printed in the font size %s', (length, size) =>
  expect(textSize('x'.repeat(length))).toBe(size),
)
