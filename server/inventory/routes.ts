import path from 'node:path'
import type { Implement } from '#server/lib/implement.ts'
import { FOR_GOOD, servePicture } from '#server/lib/stored-pictures.ts'
import { inventoryContract as contract } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import * as categories from './category-changes.ts'
import * as products from './product-changes.ts'
import { listCategories, listProducts } from './service.ts'

export function inventoryRoutes(implement: Implement, options: { uploadsDir: string }): void {
  productRoutes(implement, path.join(options.uploadsDir, 'products'))
  categoryRoutes(implement)
}

function productRoutes(implement: Implement, folder: string): void {
  implement(contract.products, (context, { querystring }) => listProducts(context, querystring))
  implement(contract.createProduct, async (context, { body: { image, ...fields } }) => ({
    data: await products.createProduct(context, folder, fields, image),
  }))
  implement(contract.updateProduct, async (context, { params, body: { image, ...fields } }) => ({
    data: await products.updateProduct(context, folder, params.id, fields, image),
  }))
  implement(contract.deleteProduct, async (context, { params }) => {
    await products.deleteProduct(context, folder, params.id)
    return { message: s.productDeleted }
  })
  implement(contract.picture, async (context, { params }) => {
    // An admin's browser may keep it; what stands between may not.
    await servePicture(context, folder, params.name, `private, ${FOR_GOOD}`)
    return ''
  })
}

function categoryRoutes(implement: Implement): void {
  implement(contract.categories, ({ tx }, { querystring }) => listCategories(tx, querystring))
  implement(contract.createCategory, async (context, { body }) => ({
    data: await categories.createCategory(context, body.name),
  }))
  implement(contract.updateCategory, async (context, { params, body }) => ({
    data: await categories.renameCategory(context, params.id, body.name),
  }))
  implement(contract.deleteCategory, async (context, { params }) => {
    await categories.deleteCategory(context, params.id)
    return { message: s.categoryDeleted }
  })
}
