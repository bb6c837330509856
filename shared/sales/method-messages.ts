import { defineMessages } from '#shared/lib/language.ts'

/** What people call the payment methods, the reasons of a discount and what was given back; books and wire keep the names on the left. */
export const methodMessages = defineMessages('sales/method', {
  /** Of what was given back in part, or as a whole. */
  refunded: { partly: 'Partly refunded', whole: 'Refunded' },
  methods: { cash: 'Cash', gcash: 'GCash', maya: 'Maya', bank_transfer: 'Bank', card: 'Card' },
  discountReasons: {
    Promo: 'Promo',
    'Senior Citizen': 'Senior Citizen',
    PWD: 'PWD',
    Staff: 'Staff',
    Other: 'Other',
    /** Of readings: no discount, and no reason that anybody chooses. */
    'Less VAT': 'VAT not charged to Senior Citizens and PWD',
  },
})
