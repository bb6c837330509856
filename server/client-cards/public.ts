export { presentCard } from './client-card.ts'
