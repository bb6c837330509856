export { countLowStock } from './views.ts'
