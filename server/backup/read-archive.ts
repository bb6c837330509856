import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { isPgError } from '#server/db/constraint-errors.ts'
import { errorDetails } from '#server/lib/log-errors.ts'
import { BackupError } from './backup-error.ts'
import { decrypt } from './encryption.ts'
import { FORMAT_ENTRY, FORMAT_VERSION, MANIFEST_ENTRY, parseFormat, parseManifest, type Manifest } from './manifest.ts'

type ArchiveReader = {
  /** The passphrase of an encrypted backup. */
  passphrase?: string | undefined
  /** Called with the pieces of a table's rows, in order. */
  table?: (name: string, piece: Buffer) => Promise<void>
  upload?: (name: string, content: Buffer) => Promise<void>
}

const LARGEST_ENTRY = 256_000_000
const tableName = /^tables\/([a-z_][a-z0-9_]*)\/\d+$/
// A name that starts with a dot is not accepted, so that no file is unpacked outside of the folder or as a hidden file.
const uploadName = /^uploads\/((?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*)$/

/** The checksum and size of each part, updated while it is read. */
class Sums {
  readonly #sums = new Map<string, { hash: ReturnType<typeof createHash>; bytes: number }>()

  add(name: string, content: Buffer): void {
    const sum = this.#sums.get(name) ?? { hash: createHash('sha256'), bytes: 0 }
    sum.hash.update(content)
    sum.bytes += content.length
    this.#sums.set(name, sum)
  }

  has = (name: string): boolean => this.#sums.has(name)

  matches(name: string, wanted: { bytes: number; sha256: string }): boolean {
    const { hash, bytes } = this.#sums.get(name) ?? { hash: createHash('sha256'), bytes: 0 }
    return bytes === wanted.bytes && hash.copy().digest('hex') === wanted.sha256
  }

  names = () => [...this.#sums.keys()]
}

/**
 * Turns stream errors of a damaged file into a sentence. zlib has error codes; the errors of the tar reader have none,
 * so they are recognized by their text.
 */
function brokenFile(error: unknown, file: string, known: boolean): unknown {
  if (error instanceof BackupError || isPgError(error)) return error
  const { code, message } = errorDetails(error)
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (code === 'EISDIR') return new BackupError(`${file} is a folder; name the backup in it.`)
  if (code === 'EACCES') return new BackupError(`${file} cannot be read by this user.`)
  if (!known && /^(Z_|ERR_)|header|tar/i.test(`${code ?? ''} ${message}`)) return noBackup(file)
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)) return cutOff(file)
  if (code?.startsWith('Z_') || /tar header|checksum|invalid/i.test(message)) return damaged(file)
  return error
}

const noBackup = (file: string) => new BackupError(`${file} is not a backup of Mutya.`)
const cutOff = (file: string) => new BackupError(`The backup ${file} is cut off: its end is missing.`)
const damaged = (file: string) => new BackupError(`The backup ${file} is damaged: it cannot be unpacked.`)
const changed = (file: string, part: string) =>
  new BackupError(`The backup ${file} is damaged: the checksum of ${part} is wrong.`)

function checkFormat(file: string, name: string, content: Buffer): void {
  const format = name === FORMAT_ENTRY ? parseFormat(content.toString()) : undefined
  if (!format) throw noBackup(file)
  if (format.version !== FORMAT_VERSION)
    throw new BackupError(
      `The backup ${file} was made by a newer Mutya (file format ${format.version}): upgrade first.`,
    )
}

/** Throws unless the file contains exactly the parts in the manifest, unchanged. */
function checkParts(file: string, manifest: Manifest, sums: Sums): void {
  const parts = [
    ...manifest.tables.map((table) => ({ ...table, path: `tables/${table.name}`, text: `the table ${table.name}` })),
    ...manifest.uploads.map((upload) => ({
      ...upload,
      path: `uploads/${upload.name}`,
      text: `picture ${upload.name}`,
    })),
  ]
  for (const part of parts) {
    if (part.bytes > 0 && !sums.has(part.path))
      throw new BackupError(`The backup ${file} is damaged: ${part.text} is missing.`)
    if (!sums.matches(part.path, part)) throw changed(file, part.text)
  }
  const known = new Set(parts.map((part) => part.path))
  const stranger = sums.names().find((name) => !known.has(name))
  if (stranger !== undefined) throw new BackupError(`The backup ${file} is damaged: it does not know its ${stranger}.`)
}

async function contentOf(entry: AsyncIterable<Buffer>, size: number, file: string): Promise<Buffer> {
  if (size > LARGEST_ENTRY) throw damaged(file)
  const pieces: Buffer[] = []
  for await (const piece of entry) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Adds one entry of the archive to the checksums, and passes it to the reader. */
async function take(file: string, name: string, content: Buffer, sums: Sums, reader: ArchiveReader): Promise<void> {
  const table = tableName.exec(name)?.[1]
  const upload = uploadName.exec(name)?.[1]
  if (table === undefined && upload === undefined) throw damaged(file)
  sums.add(table === undefined ? name : `tables/${table}`, content)
  if (table !== undefined) await reader.table?.(table, content)
  if (upload !== undefined) await reader.upload?.(upload, content)
}

/**
 * Reads a whole backup, passes its parts to `reader` and verifies all checksums. Throws a `BackupError` for a file that
 * is no backup, truncated, damaged, of a newer format or encrypted with another passphrase.
 */
export async function readArchive(file: string, reader: ArchiveReader = {}): Promise<Manifest> {
  const sums = new Sums()
  let known = false
  let manifest: Manifest | undefined
  const entries = extract()
  pipeline(
    createReadStream(file),
    (source: AsyncIterable<Buffer>) => decrypt(source, { file, passphrase: reader.passphrase }),
    createGunzip(),
    entries,
    () => undefined,
  )
  try {
    for await (const entry of entries) {
      const { name, size } = entry.header
      const content = await contentOf(entry as AsyncIterable<Buffer>, size, file)
      if (manifest) throw damaged(file)
      if (!known) checkFormat(file, name, content)
      else if (name === MANIFEST_ENTRY) manifest = parseManifest(content.toString())
      else await take(file, name, content, sums, reader)
      known = true
    }
  } catch (error) {
    throw brokenFile(error, file, known)
  }
  if (!known) throw noBackup(file)
  if (!manifest) throw cutOff(file)
  checkParts(file, manifest, sums)
  return manifest
}
