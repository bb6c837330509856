import type { SentAnswers, Signature } from '#shared/forms/signing-contract.ts'

// What a client has entered and the server does not have yet, in the storage of the device. It is removed as soon as
// the server has it, because several people use the clinic's tablet.

const DRAFT = 'mutya.form-draft'
const SIGNED = 'mutya.form-signed'

/** `scope` names the link, the account or the hand-over to which the forms belong. */
const draftKey = (scope: string, versionId: string) => `${DRAFT}.${scope}.${versionId}`
const signedKey = (scope: string) => `${SIGNED}.${scope}`

function read(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    // Storage is disabled, or somebody changed the text by hand.
    return null
  }
}

/** Returns false if the device has no storage, so that nothing is promised that a reload would lose. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is disabled, so there is nothing to remove.
  }
}

export const readDeviceDraft = (scope: string, versionId: string): SentAnswers | null =>
  read(draftKey(scope, versionId)) as SentAnswers | null

export const keepDeviceDraft = (scope: string, versionId: string, answers: SentAnswers): boolean =>
  write(draftKey(scope, versionId), answers)

export const dropDeviceDraft = (scope: string, versionId: string): void => remove(draftKey(scope, versionId))

/** The signatures that were made without a connection and still have to be sent, in the order of signing. */
export const unsentSignatures = (scope: string): readonly Signature[] =>
  (read(signedKey(scope)) as Signature[] | null) ?? []

/** Keeps a signature until it is sent. Returns false if the device cannot store it. */
export const keepSignature = (scope: string, signature: Signature): boolean =>
  write(signedKey(scope), [...unsentSignatures(scope).filter(({ id }) => id !== signature.id), signature])

export function dropSignature(scope: string, id: string): void {
  const others = unsentSignatures(scope).filter((signature) => signature.id !== id)
  if (others.length === 0) remove(signedKey(scope))
  else write(signedKey(scope), others)
}

/** Removes everything of a hand-over from the tablet, which others use next. */
export function clearScope(scope: string): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${DRAFT}.${scope}.`))
    for (const key of [...keys, signedKey(scope)]) localStorage.removeItem(key)
  } catch {
    // Storage is disabled, so there is nothing to remove.
  }
}
