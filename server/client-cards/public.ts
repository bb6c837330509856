export { presentCard } from './client-card.ts'
export { addCards, deleteUnchangedCards, fillCard, removeFilledCard, type FilledCard } from './card-batches.ts'
