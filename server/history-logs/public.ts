export { loggedWithoutReading, wasExportLogged } from './views.ts'
