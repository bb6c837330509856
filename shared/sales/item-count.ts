/** How many pieces an order has, in words. */
export const itemCount = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`
