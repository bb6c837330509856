import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts about the discount of Senior Citizens and persons with disabilities. */
export const cardMessages = defineMessages('sales/card', {
  title: 'Senior / PWD discount',
  description: '20 % and no VAT, on eligible services only',
  descriptionWithoutVat: '20 % on eligible services only',
  kind: 'ID type',
  idNumber: 'ID number',
  birthDate: 'Birth date',
  age: (years: number) => plural(years, { one: '1 year', other: `${formatNumber(years)} years` }),
  name: 'Name on the ID',
  remembered: (date: string) => `Filled in from the visit on ${date}. Check it against the card.`,
  services: 'Services in this order',
  eligible: 'Eligible',
  notEligibleHere: 'Not eligible',
  promoInstead: (promo: string, card: string) =>
    `Only one discount counts: ${promo} with its own, ${card} with the card.`,
  price: 'Price',
  priceWithVat: 'Price, VAT included',
  lessVat: 'Less VAT in the price',
  vatExempt: 'VAT-exempt',
  lessDiscount: (kind: string) => `Less 20 % ${kind} discount`,
  toPay: 'To pay for this service',
  newTotal: 'New total',
  cancel: 'Cancel',
  apply: 'Apply Discount',
  termsUnknown: 'Checking whether the prices include VAT...',
  idNumberRequired: 'Enter the ID number of the card.',
  nameRequired: 'Enter the name on the card.',
  birthDateRequired: 'Enter the birth date on the card.',
  notSenior: 'A Senior Citizen is 60 or older.',
  cardRequired: 'Enter the card that the discount is given for.',
  cardWithoutLine: 'Choose at least one service for the card.',
  notEligible: (service: string) => `${service} is not eligible for the Senior Citizen and PWD discount.`,
  noOtherDiscount: 'A service with a Senior Citizen or PWD discount takes no other discount.',
})
