/** The maximum length of an answer to a question and of a note by a client who books, in characters. */
export const MAX_ANSWER = 200
export const MAX_CLIENT_NOTE = 500
