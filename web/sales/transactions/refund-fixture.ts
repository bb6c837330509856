/** A line of a sale of which nothing was refunded yet. */
export const refundableLine = {
  position: 1,
  name: 'Hydra Glow',
  is_add_on: false,
  holder: null,
  price: 1500,
  quantity_sold: 1,
  quantity_left: 1,
  discount_left: 0,
  less_vat_left: 0,
  order_discount_left: 0,
}
