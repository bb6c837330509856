import type { BodyAreaName, BodyMapName } from '#shared/lib/body-maps.ts'
import { bodyAreas } from '#shared/lib/body-maps.ts'
import { emptyNote, type NoteContent, type NotePin, type NoteProduct } from '#shared/treatment-notes/note.ts'
import type { Random } from '../random.ts'

/** The note templates of those sample treatments that do not use the general template. */
export const templateOfTreatment: Readonly<Record<string, string>> = {
  'Botox Injections': 'toxin',
  'Lip Fillers': 'filler',
  'Radiesse Filler': 'filler',
  'CO2 Resurfacing Laser': 'energy',
  'RF Microneedling': 'energy',
  'Laser Hair Removal': 'energy',
  'Chemical Peels': 'peel',
  'IV Drips': 'drip',
}

type Supply = { name: string; unit: string; batches: readonly (readonly [batch: string, months: number])[] }

/** A product with its batches. The number of a batch says in how many months from today the batch expires. */
const toxin: Supply = {
  name: 'Botulinum Toxin Type A 100 U',
  unit: 'units',
  batches: [
    ['C7142-A', 11],
    ['C7205-B', 15],
  ],
}
const filler: Supply = {
  name: 'Hyaluronic Acid Filler 1 mL',
  unit: 'mL',
  batches: [
    ['HA-2207', 9],
    ['HA-2319', 14],
  ],
}
const glutathione: Supply = { name: 'Glutathione 600 mg', unit: 'vial', batches: [['GL-0881', 7]] }
const vitamin: Supply = { name: 'Vitamin C Injection 500 mg', unit: 'ampoule', batches: [['VC-5520', 5]] }
const peel: Supply = { name: 'Glycolic Acid 30%', unit: 'mL', batches: [['GA-104', 8]] }

/** Twelve clients received numbing cream of this batch, so that the batch recall can be tried in the demo. */
export const RECALLED = { product: 'Numbing Cream 10.5%', batch: 'NC-2291', clients: 12 }

type Making = { random: Random; expiryAfter: (months: number) => string }

function productOf({ random, expiryAfter }: Making, id: string, supply: Supply, amount: number | null): NoteProduct {
  const [batch, months] = random.pick(supply.batches)
  const { name, unit } = supply
  return { id, name, product_id: null, amount, unit, batch, expires_on: expiryAfter(months), area: '' }
}

/** Makes a pin on a body map, close to the centre of an area. */
function pinIn(
  { random }: Making,
  map: BodyMapName,
  name: BodyAreaName,
  pin: Pick<NotePin, 'id' | 'amount' | 'product'>,
) {
  const area = bodyAreas[map].find((one) => one.name === name)!
  return { ...pin, map, x: area.x + random.whole(-25, 25), y: area.y + random.whole(-20, 20), area: name }
}

const foreheadPins: readonly BodyAreaName[] = ['forehead', 'glabella', 'glabella', 'eye_left', 'eye_right']
const fillerPins: readonly BodyAreaName[] = ['lips', 'fold_left', 'fold_right', 'cheek_left', 'cheek_right']

function toxinNote(making: Making): NoteContent {
  const pins = foreheadPins.map((name, index) =>
    pinIn(making, 'face_front', name, { id: `pin-${index}`, amount: making.random.pick([2, 4, 4, 5]), product: 'p' }),
  )
  return {
    ...emptyNote,
    pins,
    products: [productOf(making, 'p', toxin, null)],
    values: { dilution: '2.5', needle: '30G' },
    text: making.random.pick([
      'Frown and forehead lines, moderate. No bruising.',
      'Asked for a natural look. Small dose in the forehead.',
      'Second session. Brow slightly uneven, corrected on the left.',
    ]),
  }
}

function fillerNote(making: Making): NoteContent {
  const pins = fillerPins.slice(0, making.random.whole(1, 4)).map((name, index) =>
    pinIn(making, 'face_front', name, {
      id: `pin-${index}`,
      amount: making.random.pick([0.1, 0.2, 0.3]),
      product: 'p',
    }),
  )
  return {
    ...emptyNote,
    pins,
    products: [productOf(making, 'p', filler, null)],
    values: { needle: '25G cannula', technique: 'Linear threading', aspirated: 'yes' },
    text: 'Good symmetry, no blanching. Client saw the result in the mirror.',
  }
}

function energyNote({ random }: Making): NoteContent {
  const values = {
    energy: String(random.pick([12, 16, 18])),
    spot: '9',
    pulse: '30',
    shots: String(random.whole(40, 160)),
  }
  return {
    ...emptyNote,
    device: random.pick(['Diode 808', 'Fractional CO2', 'RF Needle S']),
    passes: [
      { id: 'pass-1', values: { area: 'Face', ...values } },
      { id: 'pass-2', values: { ...values, area: 'Cheeks' } },
    ],
    values: { skin_type: 'IV', end_point: 'Mild redness' },
    text: 'Tolerated well. Cooled for ten minutes.',
  }
}

const peelNote = (making: Making): NoteContent => ({
  ...emptyNote,
  products: [productOf(making, 'p', peel, 3)],
  values: { agent: 'Glycolic acid', concentration: '30', layers: '2', minutes: '4', neutralised: 'yes' },
  text: 'Even light frosting on the cheeks. Neutralised, no discomfort left.',
})

const dripNote = (making: Making): NoteContent => ({
  ...emptyNote,
  products: [productOf(making, 'p', glutathione, 1), productOf(making, 'q', vitamin, 2)],
  values: { site: 'Left forearm', rate: '40', pressure_before: '118/76', pressure_after: '116/74' },
  text: 'No reaction. Plaster on for an hour.',
})

/** Returns the content of a sample note that was written with the given template. */
export function sampleNote(template: string, making: Making): NoteContent {
  if (template === 'toxin') return toxinNote(making)
  if (template === 'filler') return fillerNote(making)
  if (template === 'energy') return energyNote(making)
  return template === 'drip' ? dripNote(making) : peelNote(making)
}

/** Adds numbing cream of the recalled batch to a note. */
export const withRecalled = (content: NoteContent, { expiryAfter }: Making): NoteContent => ({
  ...content,
  products: [
    ...content.products,
    {
      id: 'cream',
      name: RECALLED.product,
      product_id: null,
      amount: 2,
      unit: 'g',
      batch: RECALLED.batch,
      expires_on: expiryAfter(6),
      area: '',
    },
  ],
})
