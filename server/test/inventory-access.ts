import { admin, staff, type Row } from './access-roles.ts'

/** Who may make the calls about supplies and their stock, and about the amounts that services and visits use. */
export const inventoryAccess: readonly Row[] = [
  { call: 'GET /api/appointments/:id/supplies', may: staff },
  { call: 'PUT /api/appointments/:id/supplies', may: staff },
  { call: 'GET /api/services/:id/supplies', may: admin },
  { call: 'PUT /api/services/:id/supplies', may: admin },
  { call: 'GET /api/products', may: admin },
  { call: 'GET /api/products/export.csv', may: admin },
  { call: 'GET /api/products/for-sale', may: staff },
  { call: 'POST /api/products', may: admin },
  { call: 'POST /api/products/:id', may: admin },
  { call: 'DELETE /api/products/:id', may: admin },
  { call: 'GET /api/product-pictures/:name', may: admin },
  { call: 'GET /api/products/:id/stock', may: admin },
  { call: 'POST /api/products/:id/stock-movements', may: admin },
  { call: 'GET /api/supply-choices', may: staff },
  { call: 'POST /api/stock-counts', may: admin },
  { call: 'GET /api/products-to-order', may: admin },
  { call: 'GET /api/products-to-order/export.csv', may: admin },
  { call: 'GET /api/stock-movements', may: admin },
  { call: 'GET /api/stock-movements/export.csv', may: admin },
  { call: 'GET /api/categories', may: admin },
  { call: 'POST /api/categories', may: admin },
  { call: 'PUT /api/categories/:id', may: admin },
  { call: 'DELETE /api/categories/:id', may: admin },
]
