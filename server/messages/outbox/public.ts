export { countFailedMessages } from './views.ts'
