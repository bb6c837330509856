import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './sync-folder.ts'

/** Thrown for a secret whose key is not in the key file, such as after a restore without that file. */
export class KeyMissingError extends Error {
  override readonly name = 'KeyMissingError'
}

/**
 * Encrypts secrets before they are stored in the database. The key is in a file of the data folder and never in the
 * database, so nobody can read a secret from a copy of the database or from a backup alone.
 */
export type SecretBox = {
  /** `purpose` names the record and field. A secret can be decrypted only for the purpose it was encrypted for. */
  encrypt: (secret: string, purpose: string) => Promise<string>
  /** Throws a `KeyMissingError` if the key file is missing or has another key. */
  decrypt: (encrypted: string, purpose: string) => Promise<string>
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

type Key = { id: string; bytes: Buffer }

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** Reads the key; undefined without a key file. */
async function readKey(file: string): Promise<Key | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (text === undefined) return undefined
  const bytes = Buffer.from(text.trim(), 'hex')
  if (bytes.length !== KEY_BYTES) throw new KeyMissingError(`${file} is not a key file of Mutya.`)
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes }
}

/**
 * Makes the key file and flushes it to the disk before anything is encrypted with it. The file appears under its name
 * only when it is complete, and never replaces another, so several processes that make it at the same moment end up
 * with the same key.
 */
async function makeKey(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('hex')}\n`)
    await handle.sync()
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await handle.close()
    await rm(draft)
  }
  await syncFolder(path.dirname(file))
}

async function requireKey(file: string): Promise<Key> {
  const present = await readKey(file)
  if (present) return present
  await makeKey(file)
  return (await readKey(file))!
}

/** Creates the box whose key is in `file`. The file is made at the first use, readable only by its owner. */
export function secretBox(file: string): SecretBox {
  return {
    encrypt: async (secret, purpose) => {
      const key = await requireKey(file)
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt: async (encrypted, purpose) => {
      const [id, text = ''] = encrypted.split('.')
      const key = await readKey(file)
      if (key?.id !== id) throw new KeyMissingError(`The key of this secret is not in ${file}.`)
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(CIPHER, key!.bytes, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },
  }
}
