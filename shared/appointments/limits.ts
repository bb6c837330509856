/** The longest answer to a question, and the longest note of a client who books. */
export const MAX_ANSWER = 200
export const MAX_CLIENT_NOTE = 500
