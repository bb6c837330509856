import { passwordMessages } from '#shared/users/messages.ts'

/** The password of the sample clinic, which is public. */
export const DEMO_PASSWORD = 'mutya-demo-2026'

/** The owner's names, which a password must not consist of. */
type PasswordOwner = { name: string; email?: string | null; clinicName: string }

let loaded: ReadonlySet<string> | undefined

/** The common passwords; their dictionary is loaded when somebody chooses a password for the first time. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return (loaded ??= new Set(dictionary['passwords-common']))
}

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
]
const reversed = (text: string) => [...text].toReversed().join('')

/** The letters and digits of a text, without case and accents. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}\p{M}]+/u).map(plain)

/** Removes digits and signs at the end of a word. */
const stem = (text: string) => text.replace(/[^\p{L}]+$/u, '')

async function isCommon(lower: string): Promise<boolean> {
  const passwords = await commonPasswords()
  return passwords.has(lower) || passwords.has(stem(lower)) || lower === DEMO_PASSWORD
}

/** True for a password of few different characters, or a group of up to four characters that is repeated. */
const isRepeated = (lower: string) => new Set(lower).size < 4 || /^(.{1,4}?)\1+.{0,3}$/su.test(lower)

/** True for a sequence of the alphabet, the digits or the keyboard, forwards or backwards. */
const isSequence = (lower: string) =>
  [lower, stem(lower)]
    .filter((text) => text.length >= 5)
    .some((text) => runs.some((run) => run.includes(text) || reversed(run).includes(text)))

/**
 * True when almost nothing of the password remains after the name of the person, the e-mail and the name of the clinic
 * are removed from it.
 */
function isOwnName(password: string, { name, email, clinicName }: PasswordOwner): boolean {
  const words = [...wordsOf(name), ...wordsOf(clinicName), ...wordsOf(email ?? ''), plain(email ?? '')]
  const known = words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length)
  const whole = plain(password)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.replace(/\d/g, '').length < 4
}

/**
 * Why the password is easy to guess, as a sentence; null if it is acceptable. The length of the password was checked
 * before, when the request was validated.
 */
export async function passwordError(password: string, owner: PasswordOwner): Promise<string | null> {
  const lower = password.toLowerCase()
  const isEasy = isRepeated(lower) || isSequence(lower) || isOwnName(password, owner) || (await isCommon(lower))
  return isEasy ? passwordMessages.easy : null
}
