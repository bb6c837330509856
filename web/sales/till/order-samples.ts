import { orderReducer, type OrderAction } from './change-order.ts'
import { newOrder, type Order, type OrderedAddOn, type OrderedService } from './order.ts'

/** For tests: a valid id with a number at its end. */
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

export const facials = id(1)
export const laser = id(2)
export const peel: OrderedService = {
  serviceId: id(11),
  name: 'Diamond peel',
  treatmentId: facials,
  treatmentName: 'Facials',
  price: 150_000,
}
export const glow: OrderedService = { ...peel, serviceId: id(12), name: 'Hydra glow', price: 250_050 }
export const carbon: OrderedService = {
  serviceId: id(13),
  name: 'Carbon peel',
  treatmentId: laser,
  treatmentName: 'Laser',
  price: 500_000,
}
export const light: OrderedAddOn = { id: id(21), name: 'LED light', price: 35_000, treatmentId: facials }
export const mask: OrderedAddOn = { id: id(22), name: 'Collagen mask', price: 20_000, treatmentId: facials }
export const clientId = id(31)
export const saleId = id(41)
export const key = id(51)

export const after = (actions: OrderAction[], order: Order = newOrder(key)): Order =>
  actions.reduce(orderReducer, order)
export const add = (service: OrderedService): OrderAction => ({ type: 'add-service', service })
export const addTo = (addOn: OrderedAddOn): OrderAction => ({ type: 'add-add-on', addOn })
