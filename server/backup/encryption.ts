import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'

/**
 * The layout of an encrypted backup: a header, then chunks of the compressed file, each encrypted with AES-256-GCM and
 * followed by its tag. The nonce of a chunk contains its number and whether it is the last one, so chunks can be
 * neither exchanged nor cut off. The header has the salt and the cost of scrypt, which makes the key.
 */
const MAGIC = Buffer.from('MUTYAENC')
const LAYOUT = 1
const SALT_BYTES = 16
const PREFIX_BYTES = 7
const CHECK_BYTES = 16
const DIGEST_BYTES = 8
const HEADER_BYTES = MAGIC.length + 4 + SALT_BYTES + PREFIX_BYTES + CHECK_BYTES + DIGEST_BYTES
const KEY_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 65_536
const CIPHER = 'aes-256-gcm'
/** OWASP's recommendation for scrypt with 32 MB of memory. */
const COST = { logN: 15, r: 8, p: 3 }
/** A header with a higher cost is refused, because it would take all memory. */
const HIGHEST_COST = { logN: 20, r: 16, p: 16 }

type Cost = typeof COST
type Bytes = AsyncIterable<Buffer>

const deriveBytes = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Derives the key, and further bytes that tell a wrong passphrase from a damaged file. */
async function deriveKey(passphrase: string, salt: Buffer, { logN, r, p }: Cost) {
  const N = 2 ** logN
  const bytes = await deriveBytes(passphrase.normalize('NFC'), salt, KEY_BYTES + CHECK_BYTES, {
    N,
    r,
    p,
    maxmem: 256 * N * r,
  })
  return { key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) }
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest().subarray(0, DIGEST_BYTES)

function headerOf(salt: Buffer, prefix: Buffer, check: Buffer): Buffer {
  const cost = Buffer.from([LAYOUT, COST.logN, COST.r, COST.p])
  const fields = Buffer.concat([MAGIC, cost, salt, prefix, check])
  return Buffer.concat([fields, digestOf(fields)])
}

function nonceOf(prefix: Buffer, chunk: number, isLast: boolean): Buffer {
  const counter = Buffer.alloc(5)
  counter.writeUInt32BE(chunk)
  counter[4] = isLast ? 1 : 0
  return Buffer.concat([prefix, counter])
}

/** Splits a stream into pieces of `size` bytes; the last one may be shorter. */
async function* inPieces(source: Bytes, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting = Buffer.alloc(0)
  for await (const part of source) {
    waiting = Buffer.concat([waiting, part])
    for (; waiting.length > size; waiting = waiting.subarray(size))
      yield { bytes: waiting.subarray(0, size), isLast: false }
  }
  yield { bytes: waiting, isLast: true }
}

/** Encrypts a stream in chunks; without a passphrase the stream stays as it is. */
export async function* encrypt(source: Bytes, passphrase: string | undefined): AsyncGenerator<Buffer> {
  if (passphrase === undefined) return yield* source
  const [salt, prefix] = [randomBytes(SALT_BYTES), randomBytes(PREFIX_BYTES)]
  const { key, check } = await deriveKey(passphrase, salt, COST)
  const header = headerOf(salt, prefix, check)
  yield header
  let chunk = 0
  for await (const { bytes, isLast } of inPieces(source, CHUNK_BYTES)) {
    const nonce = nonceOf(prefix, chunk++, isLast)
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Reads at least `size` bytes, unless the stream ends before; returns them and the stream of all bytes after `size`.
 */
async function readStart(source: Bytes, size: number): Promise<{ start: Buffer; rest: Bytes }> {
  const parts = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < size) {
    const { value, done } = await parts.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  async function* rest() {
    if (start.length > size) yield start.subarray(size)
    for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value
  }
  return { start: start.subarray(0, size), rest: rest() }
}

type Header = { bytes: Buffer; cost: Cost; salt: Buffer; prefix: Buffer; check: Buffer }

const damaged = (file: string) =>
  new BackupError(`The backup ${file} is damaged or cut off: it cannot be decrypted. Nothing was changed.`)

function parseHeader(bytes: Buffer, file: string): Header {
  let offset = MAGIC.length + 4
  const take = (length: number) => bytes.subarray(offset, (offset += length))
  const [layout = 0, logN = 0, r = 0, p = 0] = bytes.subarray(MAGIC.length, offset)
  const [salt, prefix, check] = [take(SALT_BYTES), take(PREFIX_BYTES), take(CHECK_BYTES)]
  const digest = digestOf(bytes.subarray(0, offset))
  if (bytes.length < HEADER_BYTES || !digest.equals(take(DIGEST_BYTES))) throw damaged(file)
  if (layout !== LAYOUT)
    throw new BackupError(`The backup ${file} was made by a newer Mutya (encryption ${layout}): upgrade first.`)
  if (logN > HIGHEST_COST.logN || r > HIGHEST_COST.r || p > HIGHEST_COST.p) throw damaged(file)
  return { bytes, cost: { logN, r, p }, salt, prefix, check }
}

async function openKey(file: string, header: Header, passphrase: string | undefined): Promise<Buffer> {
  if (passphrase === undefined)
    throw new BackupError(`${file} is encrypted. Set BACKUP_PASSPHRASE to the passphrase with which it was made.`)
  const { key, check } = await deriveKey(passphrase, header.salt, header.cost)
  if (!check.equals(header.check))
    throw new BackupError(
      `The passphrase in BACKUP_PASSPHRASE is not the one with which ${file} was made. Nothing was changed.`,
    )
  return key
}

type DecryptOptions = { file: string; passphrase: string | undefined }

/**
 * Decrypts a backup; one that is not encrypted stays as it is. Throws a `BackupError` for a missing or wrong
 * passphrase, and for a file that is damaged or cut off, before it yields a byte of the first chunk that is not intact.
 */
export async function* decrypt(source: Bytes, { file, passphrase }: DecryptOptions): AsyncGenerator<Buffer> {
  const { start, rest } = await readStart(source, HEADER_BYTES)
  if (!start.subarray(0, MAGIC.length).equals(MAGIC)) {
    yield start
    return yield* rest
  }
  const header = parseHeader(start, file)
  const key = await openKey(file, header, passphrase)
  let chunk = 0
  for await (const { bytes, isLast } of inPieces(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw damaged(file)
    const nonce = nonceOf(header.prefix, chunk++, isLast)
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(header.bytes)
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      // `final` throws only if the chunk does not match its authentication tag.
      throw damaged(file)
    }
  }
}
