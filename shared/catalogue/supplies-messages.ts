import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts about the products that a service uses up, and that a visit has used. */
export const suppliesMessages = defineMessages('catalogue/supplies', {
  // The server and the forms both use these error messages.
  supplyAmount: 'Enter an amount up to 9,999, with at most 3 decimals.',
  mostSupplies: (most: number) => `Choose at most ${formatNumber(most)} products.`,
  supplyTwice: 'The same product is there twice.',
  productGone: 'A product was deleted meanwhile. Remove it from the list.',
  tooMuch: (product: string) => `${product} can have at most 999,999 in stock.`,
  usedByServices: (services: readonly string[]) =>
    plural(services.length, {
      one: `${services[0]} uses this product. Remove it from the service's supplies first.`,
      other: `${formatNumber(services.length)} services use this product, such as ${services[0]}. Remove it from their supplies first.`,
    }),

  // Texts of two dialogs: the supplies of a service, and the supplies that a visit has used.
  product: 'Add a product',
  productPlaceholder: 'Search supplies',
  noProduct: 'No product found',
  choicesFailed: 'Failed to load the supplies.',
  chooseProduct: 'Choose a product from the list, or clear the box.',
  amountOf: (product: string, unit: string) => `${product} (${unit})`,
  remove: (product: string) => `Remove ${product}`,
  save: 'Save',
  saving: 'Saving...',
  cancel: 'Cancel',

  // Texts of the dialog with the supplies of a service.
  suppliesOfService: 'Supplies per visit',
  serviceHint: 'Each completed visit takes these amounts from the stock. Parts of a unit are possible, such as 0.5.',
  noneYet: 'This service uses no supplies yet.',
  serviceSaved: (service: string) => `The supplies of ${service} were saved.`,
  serviceFailed: 'The supplies were not saved.',
  loadFailed: 'Failed to load the supplies of this service.',

  // Texts of the dialog with the supplies that a visit has used, and of the message after a visit was completed.
  suppliesUsed: 'Supplies used',
  visitHint: 'Correct what this visit has used. The difference goes to or comes from the stock.',
  nothingUsed: 'This visit has used no supplies.',
  visitSaved: 'The supplies were corrected.',
  visitFailed: 'The supplies were not corrected.',
  visitLoadFailed: 'Failed to load the supplies of this visit.',
  correct: 'SUPPLIES',
  used: (parts: string, more: number) =>
    more === 0 ? `Used: ${parts}.` : `Used: ${parts} and ${formatNumber(more)} more.`,
  usedPart: (amount: number, unit: string, product: string) => `${formatNumber(amount)} ${unit} of ${product}`,
  left: (product: string, quantity: number, unit: string) => `${product}: ${formatNumber(quantity)} ${unit} in stock.`,
  expiredLeft: (product: string, batch: string) =>
    `${product}: batch ${batch} has expired and was not used. Please check the stock.`,
  notCompleted: 'Supplies can be corrected only while the visit is completed.',
})
