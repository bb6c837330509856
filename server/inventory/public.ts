export { countExpiring, countLowStock, productsNamed as findProductsNamed, productsWithPrice } from './views.ts'
export { returnSoldProducts, takeSoldProducts, type ProductCounts } from './sold-products.ts'
export { correctSupplies, readVisitSupplies, takeSupplies } from './visit-supplies.ts'
export { addListedProduct, removeListedProduct, type ListedProduct } from './listed-products.ts'
