import type { Centavos } from '#shared/lib/money.ts'

/** The maximum quantity of a service, the same as at the till. */
export const MAX_OF_ONE = 999

export type Offer = { id: string; name: string; price: Centavos }
export type TallyLine = Offer & { quantity: number }
export type Tally = readonly TallyLine[]

export type TallyAction =
  | { type: 'add'; offer: Offer }
  | { type: 'quantity'; id: string; quantity: number }
  | { type: 'remove'; id: string }

const within = (quantity: number) => Math.min(Math.max(quantity, 1), MAX_OF_ONE)

export const quantityOf = (tally: Tally, id: string): number => tally.find((line) => line.id === id)?.quantity ?? 0

const withQuantity = (tally: Tally, id: string, quantity: number): Tally =>
  tally.map((line) => (line.id === id ? { ...line, quantity: within(quantity) } : line))

function add(tally: Tally, { id, name, price }: Offer): Tally {
  const present = quantityOf(tally, id)
  return present > 0 ? withQuantity(tally, id, present + 1) : [...tally, { id, name, price, quantity: 1 }]
}

/** Applies an action to the tally. A service is added with quantity 1, and adding it again increases the quantity. */
export function tallyReducer(tally: Tally, action: TallyAction): Tally {
  switch (action.type) {
    case 'add':
      return add(tally, action.offer)
    case 'quantity':
      return withQuantity(tally, action.id, action.quantity)
    case 'remove':
      return tally.filter((line) => line.id !== action.id)
  }
}

export const tallyTotal = (tally: Tally): Centavos =>
  tally.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

export const tallyCount = (tally: Tally): number => tally.reduce((sum, { quantity }) => sum + quantity, 0)
