import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

export const posDemoMessages = defineMessages('pos-demo', {
  title: 'Demo point-of-sale',
  notice: 'Demo. Nothing is recorded, not a receipt',
  purpose: 'Adds up what a visit would cost.',

  treatments: 'Treatments',
  priceSources: 'Where the prices come from',
  sources: { samples: 'Samples', clinic: 'Services', confirmed: 'Confirmed' },
  sourceHints: {
    samples: 'Fixed sample treatments, the same in every clinic.',
    clinic: 'The clinic’s own services at their present prices.',
    confirmed: 'The services of confirmed appointments at their present prices.',
  },
  treatment: 'Treatment',
  add: 'Add',
  addNamed: (name: string) => `Add ${name}`,
  addForVisit: (service: string, client: string) => `Add ${service} for ${client}`,
  inTally: (quantity: number) => `${quantity} in the tally`,
  noLongerOffered: 'No longer offered',

  treatmentsFailed: 'Failed to fetch treatments.',
  servicesFailed: 'Failed to fetch services.',
  confirmedFailed: 'Failed to fetch confirmed appointments.',
  noServices: 'No services in the catalogue',
  noServicesHint: 'Add services under Settings, Treatments. The sample treatments work without them.',
  noConfirmed: 'No confirmed appointments',
  noConfirmedHint: 'Appointments are listed here from their confirmation until the treatment starts.',

  tally: 'Tally Box',
  tallyEmpty: 'Nothing added',
  tallyEmptyHint: 'Press Add beside a treatment.',
  each: (price: string) => `${price} each`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  total: 'Estimated total',
  items: (count: number) => plural(count, { one: '1 item', other: `${formatNumber(count)} items` }),
  added: (name: string, quantity: number) => `${name}: ${quantity} in the tally`,
  removed: (name: string) => `${name} removed`,
  toTally: 'View tally',

  checkout: 'Checkout',
  checkoutAlert: (total: string) =>
    `The estimate comes to ${total}. No sale was made; payments are taken by a cashier at the till.`,
  logout: 'Logout',
  logoutAlert: 'You are still logged in: this button is part of the demo. LOGOUT in the bar at the top logs you out.',
  ok: 'OK',
})
