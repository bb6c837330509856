export { loggedWithoutReading } from './views.ts'
