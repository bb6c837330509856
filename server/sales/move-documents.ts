import { moveDocuments as move } from './queries.ts'

/** Moves documents to the record that their buyer's was merged into, or back. Receipts keep what was printed on them. */
export const moveDocuments = move
