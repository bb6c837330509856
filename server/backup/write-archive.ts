import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { errorDetails } from '#server/lib/log-errors.ts'
import { syncFolder } from '#server/lib/sync-folder.ts'
import { BackupError } from './backup-error.ts'
import { encrypt } from './encryption.ts'
import { FORMAT_ENTRY, FORMAT_VERSION, MANIFEST_ENTRY, partNameOf, type Manifest } from './manifest.ts'

export type Archive = {
  add: (name: string, content: Buffer) => Promise<void>
  /** Writes the manifest, flushes to disk and renames the file to its final name. Returns its size in bytes. */
  finish: (manifest: Manifest) => Promise<number>
  /** Deletes the unfinished file. */
  abandon: () => Promise<void>
}

/** Turns a disk error into a sentence. */
function diskError(error: unknown, file: string): unknown {
  const { code, message } = errorDetails(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`The backup was not made: there is no room left for ${file}.`)
  const isOfDisk = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EIO', 'EEXIST'].includes(code ?? '')
  return isOfDisk ? new BackupError(`The backup was not made: ${file} cannot be written (${message}).`) : error
}

/** Flushes a file to the disk; returns its size in bytes. */
export async function toDisk(file: string): Promise<number> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** Compresses the tar stream, encrypts it if there is a passphrase, and writes it into a new file. */
const writeThrough = (tar: Pack, file: string, passphrase: string | undefined) =>
  pipeline(
    tar,
    createGzip(),
    (source: AsyncIterable<Buffer>) => encrypt(source, passphrase),
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  )

/**
 * Opens a compressed file that only its owner can read. Until it is finished it has a temporary name in the same
 * folder. With a passphrase the file is encrypted. Throws a `BackupError` for problems that the operator can solve.
 */
export async function openArchive(file: string, passphrase?: string): Promise<Archive> {
  const part = path.join(path.dirname(file), partNameOf(path.basename(file), process.pid))
  const tar = pack()
  const written = writeThrough(tar, part, passphrase)
  const failed = new Promise<never>((_, reject) => {
    written.catch((error: unknown) => reject(diskError(error, file)))
  })
  failed.catch(() => undefined)
  const add = (name: string, content: Buffer) => {
    const taken = new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
    })
    taken.catch(() => undefined)
    return Promise.race([taken, failed])
  }
  const abandon = async () => {
    tar.destroy()
    await written.catch(() => undefined)
    await rm(part, { force: true })
  }
  const finish = async (manifest: Manifest) => {
    await add(MANIFEST_ENTRY, Buffer.from(JSON.stringify(manifest)))
    tar.finalize()
    await Promise.race([written, failed])
    const bytes = await toDisk(part)
    await rename(part, file)
    await syncFolder(path.dirname(file))
    return bytes
  }
  try {
    await add(FORMAT_ENTRY, Buffer.from(JSON.stringify({ format: 'mutya-backup', version: FORMAT_VERSION })))
    return { add, finish, abandon }
  } catch (error) {
    await abandon()
    throw error
  }
}
