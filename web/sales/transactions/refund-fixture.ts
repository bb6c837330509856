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

/** The till of a clinic without cash control. */
export const tillWithoutShifts = {
  is_on: false,
  terminals: [],
  terminal: null,
  shift: null,
  unclosed_date: null,
  asks_colleague: false,
  can_close_day: false,
  z_reading_id: null,
  step: 'ready' as const,
}
