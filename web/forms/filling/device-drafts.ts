import { LATE_TOKEN } from '#web/lib/late-forms.ts'
import type { SentAnswers, Signature } from '#shared/forms/signing-contract.ts'

// This file keeps on the device what a client has entered and the server does not have yet. These entries are removed
// as soon as the server has them, because several people use the clinic's tablet.

const DRAFT = 'mutya.form-draft'
const SIGNED = 'mutya.form-signed'

/** `scope` names the link, the account or the hand-over to which the forms belong. */
const draftKey = (scope: string, versionId: string) => `${DRAFT}.${scope}.${versionId}`
const signedKey = (scope: string) => `${SIGNED}.${scope}`

const lateKey = (handOverId: string) => `${LATE_TOKEN}${handOverId}`

function read(key: string): unknown {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    // Storage is disabled, or somebody changed the text by hand.
    return null
  }
}

/**
 * Returns false if the device has no storage, so that the page does not claim to have saved what a reload would lose.
 */
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

/**
 * Keeps the token by which the tablet can send a form of a hand-over after its session has ended. The token contains no
 * data of the client.
 */
export const keepLateToken = (handOverId: string, token: string): boolean => write(lateKey(handOverId), token)

export const readLateToken = (handOverId: string): string | null => read(lateKey(handOverId)) as string | null

const storedKeys = (): string[] => {
  try {
    return Object.keys(localStorage)
  } catch {
    // Storage is disabled in this browser, so there are no stored keys.
    return []
  }
}

/** The ids of the hand-overs of which this tablet may still store drafts or signatures. */
export const storedHandOvers = (): string[] =>
  storedKeys()
    .filter((key) => key.startsWith(LATE_TOKEN))
    .map((key) => key.slice(LATE_TOKEN.length))

/** Removes the half-filled forms of a scope from the device. */
export function clearDrafts(scope: string): void {
  for (const key of storedKeys()) if (key.startsWith(`${DRAFT}.${scope}.`)) remove(key)
}

/** Removes all drafts and signatures of a hand-over from the tablet, because other clients use it next. */
export function clearScope(scope: string): void {
  clearDrafts(scope)
  remove(signedKey(scope))
  remove(lateKey(scope))
}
