// The reasons and choices that several files of the list of personal data use (`personal-data.ts`).

// Reasons why a column says nothing about the person.
export const KEY = 'a key, or the time at which a row was written'
export const STAFF = 'which member of the staff did something; their activity in the history log contains it'
export const SUMS = 'sums of the books, or a fact about the clinic'
export const SECRET = 'a hash or a secret: nobody can read it, and whoever has it could use it'

// Reasons why closing an account keeps a column.
export const DATES = { stays: 'what was done and when; nobody is reached by it' }
export const LOG = { stays: 'the log is never changed' }

// What a merge does with the rows of a table.
export const MOVES = 'moves'
export const ENDS = { stays: 'of the other record they end' }
export const BOTH = { stays: 'said or done with that account; what reads it reads those of both records' }

/** A column that the export of a person's data contains under its own name, and that closing the account keeps. */
export const exported = { export: true, erase: DATES } as const
/** A column that the export contains under another name, and that closing the account keeps. */
export const exportedAs = (name: string) => ({ export: name, erase: DATES })

export const BOOKS = { stays: 'the books must keep what was issued' }
export const NAME = { stays: 'the name stays in the books and in the log' }
