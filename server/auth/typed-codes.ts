import { createHash, randomInt } from 'node:crypto'

// The alphabet lacks 0/O, 1/I/L and U, because people read the codes from paper and type them.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code of `groups` times four characters, joined by hyphens. */
export const newTypedCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** The hash of a typed code; case, spaces and hyphens do not matter. */
export const hashTypedCode = (typed: string): Buffer =>
  createHash('sha256')
    .update(typed.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest()
