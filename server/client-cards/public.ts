export { presentCard } from './client-card.ts'
export {
  addCards,
  deleteUnchangedCards,
  fillCard,
  removeFilledCard,
  type FilledCard,
  type ListedCard,
} from './card-batches.ts'
