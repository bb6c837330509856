import { v7 } from 'uuid'

/** A UUIDv7, which sorts by creation time, so that indexes grow at their end. */
export const newId = (): string => v7()
