export { countLowStock, productsNamed as findProductsNamed, productsWithPrice } from './views.ts'
export { returnSoldProducts, takeSoldProducts, type ProductCounts } from './sold-products.ts'
export { addListedProduct, removeListedProduct, type ListedProduct } from './listed-products.ts'
