import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { Assertion, Registration } from '#shared/auth/passkeys-contract.ts'

type MakeOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type UseOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/**
 * Waits for the browser's passkey dialog; null if the person cancelled it or the device refused it. The browser reports
 * both with the same error, so that sites learn nothing about the device.
 */
async function unlessStopped<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony
  } catch (error) {
    if (error instanceof WebAuthnError || error instanceof DOMException) return null
    throw error
  }
}

/** Makes a passkey on this device. */
export async function makePasskey(options: Record<string, unknown>): Promise<Registration | null> {
  const made = await unlessStopped(startRegistration({ optionsJSON: options as unknown as MakeOptions }))
  if (!made) return null
  const { clientDataJSON, attestationObject, transports } = made.response
  const response = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return { id: made.id, rawId: made.rawId, type: made.type, response }
}

/** Asks the browser to sign the challenge of a log-in with a passkey. */
export async function signWithPasskey(options: Record<string, unknown>): Promise<Assertion | null> {
  const signed = await unlessStopped(startAuthentication({ optionsJSON: options as unknown as UseOptions }))
  if (!signed) return null
  const { clientDataJSON, authenticatorData, signature } = signed.response
  return {
    id: signed.id,
    rawId: signed.rawId,
    type: signed.type,
    response: { clientDataJSON, authenticatorData, signature },
  }
}
