import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordMessages } from '#shared/users/password-messages.ts'

/** The password of the sample clinic, known to everybody. */
export const DEMO_PASSWORD = 'mutya-demo-2026'

/** Whose password it is: what others know of them makes no password. */
type PasswordOwner = { name: string; email?: string | null; clinicName: string }

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
]
const reversed = (text: string) => [...text].toReversed().join('')

/** Letters and digits alone, without case and accents. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}\p{M}]+/u).map(plain)

/** Without the digits and signs that are put at the end of a word to make it a password. */
const stem = (text: string) => text.replace(/[^\p{L}]+$/u, '')

const isCommon = (lower: string) => common.has(lower) || common.has(stem(lower)) || lower === DEMO_PASSWORD

/** A few characters, or one group of up to four, over and over. */
const isRepeated = (lower: string) => new Set(lower).size < 4 || /^(.{1,4}?)\1+.{0,3}$/su.test(lower)

/** A row of the alphabet, of the digits or of the keyboard, forwards or backwards. */
const isSequence = (lower: string) =>
  [lower, stem(lower)]
    .filter((text) => text.length >= 5)
    .some((text) => runs.some((run) => run.includes(text) || reversed(run).includes(text)))

/** Next to nothing is left without the names of the person, the email and the clinic. */
function isOwnName(password: string, { name, email, clinicName }: PasswordOwner): boolean {
  const words = [...wordsOf(name), ...wordsOf(clinicName), ...wordsOf(email ?? ''), plain(email ?? '')]
  const known = words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length)
  const whole = plain(password)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.replace(/\d/g, '').length < 4
}

/** Why this password would be guessed at once, in a sentence; null for one that may be chosen. Its length is the contract's. */
export function passwordError(password: string, owner: PasswordOwner): string | null {
  const lower = password.toLowerCase()
  const isEasy = isCommon(lower) || isRepeated(lower) || isSequence(lower) || isOwnName(password, owner)
  return isEasy ? passwordMessages.easy : null
}
