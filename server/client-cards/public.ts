export { presentCard } from './client-card.ts'
export { addCards, deleteUnchangedCards } from './card-batches.ts'
