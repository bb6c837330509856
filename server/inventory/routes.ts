import path from 'node:path'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { FOR_GOOD, servePicture } from '#server/lib/stored-pictures.ts'
import { inventoryContract as contract } from '#shared/inventory/contract.ts'
import { forSaleContract } from '#shared/inventory/for-sale-contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import * as categories from './category-changes.ts'
import * as products from './product-changes.ts'
import { listCategories, listChoices, listProducts, listProductsForSale, listProductsToOrder } from './read-supplies.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { movementFile, orderFile } from '#shared/inventory/stock-file.ts'
import { postStockCount } from './count-stock.ts'
import { moveStock } from './move-stock.ts'
import { listMovements, readStock } from './read-stock.ts'
import { supplyFile } from '#shared/inventory/list-file.ts'

export function inventoryRoutes(registerEndpoint: RegisterEndpoint, options: { uploadsDir: string }): void {
  productRoutes(registerEndpoint, path.join(options.uploadsDir, 'products'))
  stockRoutes(registerEndpoint)
  categoryRoutes(registerEndpoint)
}

function productRoutes(registerEndpoint: RegisterEndpoint, folder: string): void {
  registerEndpoint(contract.products, (context, { querystring }) => listProducts(context, querystring))
  registerEndpoint(contract.exportProducts, (context, { querystring }) =>
    exportList(context, supplyFile, { query: querystring, read: listProducts, rowsIn: 'data' }),
  )
  registerEndpoint(forSaleContract.products, (context) => listProductsForSale(context))
  registerEndpoint(contract.createProduct, async (context, { body: { image, ...fields } }) => ({
    data: await products.createProduct(context, folder, fields, image),
  }))
  registerEndpoint(contract.updateProduct, async (context, { params, body: { image, ...fields } }) => ({
    data: await products.updateProduct(context, folder, params.id, fields, image),
  }))
  registerEndpoint(contract.deleteProduct, async (context, { params }) => {
    await products.deleteProduct(context, folder, params.id)
    return { message: s.productDeleted }
  })
  registerEndpoint(contract.picture, async (context, { params }) => {
    // The admin's browser may cache the picture; proxies may not.
    await servePicture(context, folder, params.name, `private, ${FOR_GOOD}`)
    return ''
  })
}

function stockRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(stockContract.movements, (context, { querystring }) => listMovements(context, querystring))
  registerEndpoint(stockContract.exportMovements, (context, { querystring }) =>
    exportList(context, movementFile, { query: querystring, read: listMovements, rowsIn: 'data' }),
  )
  registerEndpoint(stockContract.order, (context, { querystring }) => listProductsToOrder(context, querystring))
  registerEndpoint(stockContract.exportOrder, (context, { querystring }) =>
    exportList(context, orderFile, { query: querystring, read: listProductsToOrder, rowsIn: 'data' }),
  )
  registerEndpoint(stockContract.stock, (context, { params }) => readStock(context, params.id))
  registerEndpoint(stockContract.choices, (context, { querystring }) => listChoices(context, querystring.search))
  registerEndpoint(stockContract.move, (context, { params, body }) => moveStock(context, params.id, body))
  registerEndpoint(stockContract.postCount, (context, { body }) => postStockCount(context, body))
}

function categoryRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(contract.categories, ({ tx }, { querystring }) => listCategories(tx, querystring))
  registerEndpoint(contract.createCategory, async (context, { body }) => ({
    data: await categories.createCategory(context, body.name),
  }))
  registerEndpoint(contract.updateCategory, async (context, { params, body }) => ({
    data: await categories.renameCategory(context, params.id, body.name),
  }))
  registerEndpoint(contract.deleteCategory, async (context, { params }) => {
    await categories.deleteCategory(context, params.id)
    return { message: s.categoryDeleted }
  })
}
