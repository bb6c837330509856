import { defineMessages } from '#shared/lib/language.ts'

/** The discount of Senior Citizens and persons with disabilities: what the till asks, says and refuses. */
export const cardMessages = defineMessages('sales/card', {
  idNumberRequired: 'Enter the ID number of the card.',
  nameRequired: 'Enter the name on the card.',
  birthDateRequired: 'Enter the birth date on the card.',
  notSenior: 'A Senior Citizen is 60 or older.',
  cardRequired: 'Enter the card that the discount is given for.',
  cardWithoutLine: 'Choose at least one service that the card counts for.',
  notEligible: (service: string) => `${service} is not eligible for the Senior Citizen and PWD discount.`,
  noOtherDiscount: 'A service with a Senior Citizen or PWD discount takes no other discount.',
})
