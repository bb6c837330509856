import { moveDocuments as move } from './queries.ts'

/** Moves documents when their customer's record is merged, or back. Receipts keep what was printed. */
export const moveDocuments = move
