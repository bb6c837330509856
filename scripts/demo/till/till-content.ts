import type { MovementKind } from '#shared/cash/drawer.ts'
import type { TillActionKind } from '#shared/cash/till-actions.ts'
import { addDays, addMonths, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { USUAL_METHODS } from '#shared/sales/payment.ts'

/** The PIN with which the sample admin approves voids, refunds and large discounts. */
export const DEMO_PIN = '480216'

/** The largest discount that a cashier may give without approval, in hundredths of a percent (10 %). */
export const DISCOUNT_LIMIT = 1_000

/**
 * Till settings of the sample branch. The registration numbers are obviously invented; they are set so that the owner
 * can try every document mode.
 */
export const sampleTill = (vatSince: CivilDate) => ({
  is_vat_registered: true,
  payment_methods: [...USUAL_METHODS, 'card', 'prepaid'],
  cashier_discount_limit: DISCOUNT_LIMIT,
  tin: '000-000-000',
  tin_branch: '00000',
  registered_name: 'Mutya Skin & Aesthetics, Inc. (sample)',
  trade_name: 'Mutya Skin & Aesthetics',
  permit_number: 'SAMPLE-PTU-0000',
  permit_date: vatSince,
  accreditation_number: 'SAMPLE-ACC-0000',
  accreditation_date: vatSince,
  accreditation_until: addDays(addMonths(vatSince, 60), -1),
  supplier_name: 'Mutya Software (sample)',
  supplier_address: '1 Sample Street, Makati City',
  supplier_tin: '000-000-000-00000',
})

export const sampleMachine = { machine_number: 'SAMPLE-MIN-0001', serial_number: 'SAMPLE-SN-0001' }

/** Services of this treatment are eligible for the Senior Citizen and PWD discounts. */
export const ELIGIBLE_TREATMENT = 'Consultations'

export const voidReasons = {
  twice: ['Rung up twice', 'Receipt was already issued at the other counter'],
  wrong: ['Wrong quantity', 'Two sessions rung up, one was done'],
} as const

export const refundReasons = {
  line: [
    'Add-on was paid and not done',
    'Second session will not be used',
    'Skin reacted; that service is not repeated',
    'Only half of the areas were treated',
  ],
  whole: ['Client was not satisfied', 'Paid for twice, as the client found later', 'Doctor advised against going on'],
} as const

export const differenceReasons = {
  short: [
    'A client was given too much change',
    'Paid for parking out of the drawer without a note',
    'A ₱100 note is missing; counted three times',
  ],
  over: ['A client left without the change', 'The float was more than was counted in the morning'],
} as const

type SampleMovement = {
  /** The weekday of the cash movement (0 is Sunday). If omitted, the movement is made every day. */
  weekday?: number
  /** The shift of the day in which the cash movement is made: the first or the second one. */
  shift: 1 | 2
  kind: MovementKind
  /**
   * The amount in centavos. If omitted, the movement takes the cash received since the shift began, in whole thousands
   * of pesos.
   */
  amount?: number
  /** The reason of a cash movement. It is null for a bank drop, which has the number of a deposit slip instead. */
  reason: string | null
}

export const sampleMovements: readonly SampleMovement[] = [
  { weekday: 1, shift: 1, kind: 'out', amount: 35_000, reason: 'Drinking water for the waiting area' },
  { weekday: 3, shift: 2, kind: 'out', amount: 48_000, reason: 'Cotton pads and tissues from the drugstore' },
  { weekday: 5, shift: 1, kind: 'in', amount: 200_000, reason: 'Small notes from the bank for change' },
  { shift: 1, kind: 'drop', reason: null },
  { shift: 2, kind: 'drop', reason: null },
]

type SampleAction = {
  /** The weekday and the shift of the till action. They mean the same as in `SampleMovement`. */
  weekday: number
  shift: 1 | 2
  kind: TillActionKind
  description: string
  amount: Centavos
}

export const sampleActions: readonly SampleAction[] = [
  { weekday: 1, shift: 1, kind: 'drawer_opened', description: 'Change for a client', amount: 0 },
  { weekday: 2, shift: 2, kind: 'line_deleted', description: '1 × Diamond Peel', amount: 150_000 },
  { weekday: 4, shift: 1, kind: 'line_deleted', description: '1 × Collagen Sheet Mask', amount: 15_000 },
  { weekday: 5, shift: 2, kind: 'order_dropped', description: '1 × Hyaluronic Acid Serum 500 mL', amount: 195_000 },
  { weekday: 6, shift: 1, kind: 'drawer_opened', description: 'Smaller notes for the drawer', amount: 0 },
]

type SampleGiftCard = {
  daysAgo: number
  /** The position of the gift card's buyer among the sample's clients. */
  buyer: number
  amount: Centavos
  method: 'gcash' | 'maya' | 'bank_transfer'
  /** The letters with which the reference number of the gift card's payment begins. */
  letters: string
  recipient: string | null
  message: string | null
  /** True for a gift card of which a part has been spent. */
  isUsed?: true
  voidReason?: string
}

/** Gift cards in the order of their sale. */
export const sampleGiftCards: readonly SampleGiftCard[] = [
  {
    daysAgo: 150,
    buyer: 3,
    amount: 500_000,
    method: 'gcash',
    letters: 'GC',
    recipient: 'Camille Reyes',
    message: 'Happy birthday! Enjoy an afternoon for yourself.',
    isUsed: true,
  },
  {
    daysAgo: 110,
    buyer: 8,
    amount: 300_000,
    method: 'bank_transfer',
    letters: 'BT',
    recipient: 'Tita Baby',
    message: 'Thank you for everything.',
  },
  {
    daysAgo: 75,
    buyer: 12,
    amount: 200_000,
    method: 'maya',
    letters: 'MY',
    recipient: null,
    message: null,
    voidReason: 'Bought twice by mistake',
  },
]
