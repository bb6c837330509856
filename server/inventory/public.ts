export { countLowStock, productsNamed as findProductsNamed } from './views.ts'
export { addListedProduct, removeListedProduct, type ListedProduct } from './listed-products.ts'
