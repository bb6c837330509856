import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Received = { device: string; headers: http.IncomingHttpHeaders; body: Buffer }

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** A browser's push subscription: the data for the server and the keys that decrypt messages. */
export class TestDevice {
  readonly #keys: ECDH = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly endpoint: string

  constructor(endpoint: string) {
    this.endpoint = endpoint
    this.#keys.generateKeys()
  }

  get subscription() {
    return {
      endpoint: this.endpoint,
      keys: { p256dh: base64url(this.#keys.getPublicKey()), auth: base64url(this.#auth) },
    }
  }

  /** Decrypts a message of one record (RFC 8188, RFC 8291). Throws if it was encrypted for another device. */
  read(body: Buffer): unknown {
    const salt = body.subarray(0, 16)
    const idLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + idLength)
    const sealed = body.subarray(21 + idLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender])
    const secret = derive(this.#keys.computeSecret(sender), this.#auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
  }
}

/** A local push service that records messages and answers with `statuses`, the last one repeatedly. */
export async function startPushService() {
  const received: Received[] = []
  let statuses: (number | 'hang')[] = [201]
  const server = http.createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ device: request.url!, headers: request.headers, body })
      const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!
      if (status !== 'hang') response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answerWith: (...next: (number | 'hang')[]) => {
      statuses = next
    },
    newDevice: () => new TestDevice(`${origin}/secret-${base64url(randomBytes(12))}`),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The claims of a VAPID header (RFC 8292), and whether its key has signed them. */
export function readVapid(header = ''): { key: string; isSigned: boolean; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return { key, isSigned, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> }
}
