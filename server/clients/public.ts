export { clientById as findClient } from './views.ts'
