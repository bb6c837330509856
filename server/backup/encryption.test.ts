import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const passphrase = 'a small bird sings at dawn'
const HEADER_BYTES = 59
const CHUNK_BYTES = 65_536

async function* partsOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function joined(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

const encrypted = (bytes: Buffer, size = 10_000) => joined(encrypt(partsOf(bytes, size), passphrase))
const decrypted = (bytes: Buffer, key: string | undefined = passphrase, size = 7_000) =>
  joined(decrypt(partsOf(bytes, size), { file: 'clinic.tar.gz.enc', passphrase: key }))

describe('encrypted backups', () => {
  test.each([0, CHUNK_BYTES, 3 * CHUNK_BYTES + 100])(
    'an encrypted backup of %i bytes is decrypted to the same bytes, in whatever parts it is read',
    async (length) => {
      const plain = randomBytes(length)
      const secret = await encrypted(plain)
      expect(secret.length).toBe(HEADER_BYTES + length + Math.max(1, Math.ceil(length / CHUNK_BYTES)) * 16)
      // The parts in which the stream is read are smaller than the header, or larger than a chunk.
      for (const size of [50, 100_000]) expect((await decrypted(secret, passphrase, size)).equals(plain)).toBe(true)
    },
  )

  test('an encrypted backup contains none of the original text, and encrypting it again gives other bytes', async () => {
    const plain = Buffer.from('Bianca Peña '.repeat(1_000))
    const [one, other] = [await encrypted(plain), await encrypted(plain)]
    expect(one.includes('Bianca')).toBe(false)
    expect(one.subarray(12).equals(other.subarray(12))).toBe(false)
  })

  test('an encrypted backup is refused with a clear message if the passphrase is missing or wrong', async () => {
    const secret = await encrypted(Buffer.from('x'))
    const withoutKey = joined(decrypt(partsOf(secret, 100), { file: 'clinic.tar.gz.enc', passphrase: undefined }))
    await expect(withoutKey).rejects.toThrow('clinic.tar.gz.enc is encrypted. Set BACKUP_PASSPHRASE')
    await expect(decrypted(secret, 'a small bird sings at dusk')).rejects.toThrow(
      'The passphrase in BACKUP_PASSPHRASE is not the one with which clinic.tar.gz.enc was made.',
    )
  })

  test('an encrypted backup is refused if a byte anywhere was changed', async () => {
    const secret = await encrypted(randomBytes(CHUNK_BYTES + 500))
    // The first eight bytes stay, because they mark the file as encrypted: if they were changed, the file would be
    // refused because it is not a backup, and not because it is damaged.
    const places = [8, 9, 12, 30, 40, HEADER_BYTES - 1, HEADER_BYTES, HEADER_BYTES + CHUNK_BYTES, secret.length - 1]
    for (const place of places) {
      const copy = Buffer.from(secret)
      copy[place]! ^= 1
      expect([place, await decrypted(copy).catch((error: Error) => error.message)]).toEqual([
        place,
        expect.stringContaining('is damaged or cut off'),
      ])
    }
  })

  test('an encrypted backup is refused if chunks are missing, exchanged or added', async () => {
    const secret = await encrypted(randomBytes(3 * CHUNK_BYTES))
    const header = secret.subarray(0, HEADER_BYTES)
    const [first, second, third] = [0, 1, 2].map((n) =>
      secret.subarray(HEADER_BYTES + n * (CHUNK_BYTES + 16), HEADER_BYTES + (n + 1) * (CHUNK_BYTES + 16)),
    ) as [Buffer, Buffer, Buffer]
    for (const chunks of [[first, second], [first, third], [second, first, third], [first, second, third, third], []])
      await expect(decrypted(Buffer.concat([header, ...chunks]))).rejects.toThrow('is damaged or cut off')
    await expect(decrypted(secret.subarray(0, 20))).rejects.toThrow('is damaged or cut off')
  })

  test('an encrypted backup is refused if its header demands more memory than a machine has', async () => {
    const secret = await encrypted(Buffer.from('x'))
    secret[9] = 31
    const digest = createHash('sha256')
      .update(secret.subarray(0, HEADER_BYTES - 8))
      .digest()
    digest.copy(secret, HEADER_BYTES - 8, 0, 8)
    await expect(decrypted(secret)).rejects.toThrow('is damaged or cut off')
  })
})

test('a backup without encryption is read as it is, with or without a passphrase', async () => {
  for (const plain of [Buffer.from('short'), randomBytes(1_000)]) {
    expect((await decrypted(plain)).equals(plain)).toBe(true)
    expect((await joined(encrypt(partsOf(plain, 10), undefined))).equals(plain)).toBe(true)
  }
})
