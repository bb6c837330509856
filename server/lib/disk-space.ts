import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { insertPendingEvents } from '#server/db/pending-events.ts'
import type { Database } from '#server/db/pool.ts'
import { newId } from './new-id.ts'

/** If fewer bytes are free, the embedded database is about to stop. */
const TOO_LITTLE_BYTES = 32_000_000
/** The probe must need new disk space: it is as large as a picture, and its row fits into no existing page. */
const PROBE_BYTES = 256_000

/**
 * Knows whether the disk has room. After a write has reported a full disk (`noteFull`), `isFull` tries a probe write
 * until one succeeds. Otherwise it only reads the free space.
 */
export class DiskSpace {
  readonly #db: Database
  readonly #folder: string
  #wasFull = false

  constructor(db: Database, folder: string) {
    this.#db = db
    this.#folder = folder
  }

  noteFull(): void {
    this.#wasFull = true
  }

  async isFull(): Promise<boolean> {
    if (await this.#isFolderFull()) return true
    if (!this.#wasFull) return false
    await this.#probeFolder()
    await this.#probeDatabase()
    this.#wasFull = false
    return false
  }

  async #isFolderFull(): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(this.#folder)
    return bavail * bsize < TOO_LITTLE_BYTES
  }

  async #probeFolder(): Promise<void> {
    const file = path.join(this.#folder, `.${newId()}.part`)
    try {
      await writeFile(file, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600, flush: true })
    } finally {
      await rm(file, { force: true })
    }
  }

  /** Inserts a row and rolls back; the row still needs space in the table's file. */
  async #probeDatabase(): Promise<void> {
    const undo = new Error('undo')
    const event = Array.from({ length: 190 }, newId).join(' ')
    await this.#db
      .transaction()
      .execute(async (tx) => {
        await insertPendingEvents(tx, [{ id: newId(), event }]).execute()
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  }
}
