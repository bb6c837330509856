import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40]

type Site = { origin: string; domain: string }
/** What a test can change to get an invalid response: the site, the verification of the person, or the counter. */
type Choices = Partial<Site> & { verified?: boolean; counter?: number }

/** The authenticator data of the WebAuthn standard: hashed domain, flags, counter, and the credential if it is new. */
function authDataOf(domain: string, verified: boolean, counter: number, credential: Buffer = Buffer.alloc(0)) {
  const flags = USER_PRESENT + (verified ? USER_VERIFIED : 0) + (credential.length > 0 ? HAS_CREDENTIAL : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(domain), Buffer.from([flags]), count, credential])
}

/** The id of a credential with its public key as COSE key. */
function credentialData(id: Buffer, publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
  ])
  return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)])
}

const clientDataOf = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function attestationOf(authData: Buffer): string {
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', new Uint8Array(authData)],
  ]) as Parameters<typeof isoCBOR.encode>[0]
  return Buffer.from(isoCBOR.encode(attestation)).toString('base64url')
}

/** An authenticator for tests: it makes one passkey and signs challenges with it. `choices` make a response invalid. */
export function softwareAuthenticator(own: Site) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  let counter = 0
  const authData = ({ domain = own.domain, verified = true, counter: sent = counter + 1 }: Choices, made?: Buffer) => {
    counter = sent
    return authDataOf(domain, verified, counter, made)
  }
  return {
    make(challenge: string, choices: Choices = {}) {
      const clientDataJSON = clientDataOf('webauthn.create', challenge, choices.origin ?? own.origin)
      const attestationObject = attestationOf(authData(choices, credentialData(id, publicKey)))
      const response = { clientDataJSON: clientDataJSON.toString('base64url'), attestationObject, transports: ['usb'] }
      return { ...named, response }
    },
    sign(challenge: string, choices: Choices = {}) {
      const data = authData(choices)
      const client = clientDataOf('webauthn.get', challenge, choices.origin ?? own.origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const [clientDataJSON, authenticatorData] = [client.toString('base64url'), data.toString('base64url')]
      return { ...named, response: { clientDataJSON, authenticatorData, signature: signature.toString('base64url') } }
    },
  }
}
