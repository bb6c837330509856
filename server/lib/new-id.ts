import { v7 } from 'uuid'

/** A UUIDv7: sorts by the time of its making, so that indexes grow at their end. */
export const newId = (): string => v7()
