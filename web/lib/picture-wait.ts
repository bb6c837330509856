/** How long a paper waits for its pictures, in milliseconds: it comes out without them rather than late. */
export const PICTURE_WAIT_MS = 3_000
