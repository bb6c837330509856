import { defineMessages } from '#shared/lib/language.ts'

/** Displayed names of payment methods, discount reasons and refund states; data uses the keys. */
export const methodMessages = defineMessages('sales/method', {
  /** The state of a partly or wholly refunded sale. */
  refunded: { partly: 'Partly refunded', whole: 'Refunded' },
  methods: { cash: 'Cash', gcash: 'GCash', maya: 'Maya', bank_transfer: 'Bank', card: 'Card' },
  discountReasons: {
    Promo: 'Promo',
    'Senior Citizen': 'Senior Citizen',
    PWD: 'PWD',
    Staff: 'Staff',
    Other: 'Other',
    /** Only on readings; nobody can choose it as a reason. */
    'Less VAT': 'VAT not charged to Senior Citizens and PWD',
  },
})
