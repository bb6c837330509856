import { defineMessages } from '#shared/lib/language.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

export const stockMessages = defineMessages('inventory/stock', {
  // The server and the form both use these error messages.
  amount: 'Enter an amount up to 999,999, with at most 3 decimals.',
  reasonNeeded: 'Enter a reason.',
  onlyReceived: 'Only received pieces have a new batch and a cost.',
  noSuchBatch: 'Choose a batch from the list.',
  tooMuch: 'A product can have at most 999,999 in stock.',
  notThere: (quantity: string) => `Only ${quantity} in stock.`,
  batchName: (code: string | null, expiresOn: string | null) =>
    code === null ? `Batch of ${expiresOn === null ? '' : formatShortDate(expiresOn)}` : `Batch ${code}`,
  expiredBatch: (batch: string) => `${batch} has expired.`,

  // These texts are in the dialog with the stock of a product.
  title: (product: string) => `Stock of ${product}`,
  inStock: (quantity: number, unit: string) => `${formatNumber(quantity)} in stock (${unit})`,
  batches: 'Batches',
  withoutBatch: 'Without a batch',
  batch: 'Batch',
  batchNumber: 'Batch number',
  batchHint: 'Leave empty if the product has no batches.',
  expires: 'Expires',
  expiresOn: (date: string) => `expires ${date}`,
  expired: 'Expired',
  expiredOn: (date: string) => `expired ${date}`,
  firstToExpire: 'First to expire',
  unitCost: 'Cost of one unit',
  amountLabel: 'Amount',
  changeLabel: 'Difference',
  changeHint: 'For example −2 if two are missing.',
  reason: 'Reason',
  kindLabel: 'What happened',
  record: 'RECORD',
  recording: 'RECORDING...',
  close: 'CLOSE',
  notRecorded: 'The movement was not recorded.',
  recorded: {
    receive: 'Received pieces were added.',
    use: 'Used pieces were taken from the stock.',
    waste: 'Discarded pieces were taken from the stock.',
    return: 'Returned pieces were added.',
    adjust: 'The stock was adjusted.',
  },
  expiredQuestion: 'Use an expired batch?',
  expiredText: (batch: string) => `${batch} has expired. The log shows that you used it anyway.`,
  useIt: 'USE IT',
  keepIt: 'CANCEL',
  verbs: { receive: 'Receive', use: 'Use', waste: 'Discard', return: 'Return', adjust: 'Adjust' },
  kinds: {
    receive: 'Received',
    sale: 'Sold',
    use: 'Used',
    adjust: 'Adjusted',
    waste: 'Discarded',
    return: 'Returned',
  },

  // These texts are in the list of movements.
  movements: 'Movements',
  filterByKind: 'Filter by kind',
  allKinds: 'All kinds',
  searchMovements: 'Search reasons, people and batches',
  time: 'Time',
  product: 'Product',
  kind: 'Kind',
  balance: 'Stock after',
  unit: 'Unit',
  person: 'By',
  automatic: 'Recorded automatically',
  movementsFailed: 'Failed to load the movements.',
  stockFailed: 'Failed to load the stock.',
  noMovements: 'No movements',
  noMovementsHint: 'Received, used and discarded pieces are listed here.',

  /** The question of a refund for each product. */
  restock: (name: string) => `Put ${name} back on the shelf`,
})
