/** How many questions a service can ask when it is booked, and how long each can be. */
export const MOST_QUESTIONS = 5
export const LONGEST_QUESTION = 120
