import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { AppError } from '#server/lib/app-error.ts'
import { csvReader } from '#shared/lib/csv.ts'
import { clinicImportRefusals as s } from '#shared/clinic-imports/messages.ts'

/**
 * The highest accepted compression ratio. A table of repeated words shrinks to a hundredth, a ZIP bomb to a thousandth.
 */
const MAX_RATIO = 300
/** Files up to this size in bytes may have any compression ratio. */
const SMALL_FILE = 5 * 1024 * 1024
/** The largest accepted row in bytes; no export contains one as large as this. */
const MAX_ROW = 64 * 1024 * 1024
/** The largest accepted photo in bytes; no export contains one as large as this. */
const MAX_PHOTO = 100 * 1024 * 1024

export const refuse = (sentence: string) => new AppError('validation', sentence)

/** The folders of an export, each with the folder of the clinic's uploads in which its files belong. */
const FOLDERS: readonly [string, string][] = [
  ['photos/', 'charts/'],
  ['files/', ''],
]
const SAFE_NAME = /^(?:[\w-][\w.-]*\/){0,3}[\w-][\w.-]*$/

/** The path of a photo or file below the folder of the uploads; null for other entries. */
function uploadOf(name: string): string | null {
  const [folder, target] = FOLDERS.find(([start]) => name.startsWith(start)) ?? []
  return folder === undefined ? null : target! + name.slice(folder.length)
}

/** Throws for an entry that no export contains: a ZIP bomb, a path that leaves its folder, a compressed photo. */
function requireUsual({ fileName, uncompressedSize, compressedSize, compressionMethod }: Entry): void {
  const upload = uploadOf(fileName)
  const isBomb = uncompressedSize > SMALL_FILE && uncompressedSize / Math.max(1, compressedSize) > MAX_RATIO
  const isStrange =
    upload !== null && (!SAFE_NAME.test(upload) || compressionMethod !== 0 || uncompressedSize > MAX_PHOTO)
  if (isBomb || isStrange) throw refuse(s.suspicious(fileName))
}

/** The ZIP file of an export, stored on the disk; its entries are read one after the other. */
export class ExportFile {
  readonly #zip: ZipFile
  readonly #entries = new Map<string, Entry>()

  private constructor(zip: ZipFile) {
    this.#zip = zip
  }

  /**
   * Opens an exported ZIP file and lists its entries. Throws a 422 if the file is no ZIP file, or has an entry that an
   * export never contains.
   */
  static async open(file: string): Promise<ExportFile> {
    const { default: yauzl } = await import('yauzl')
    return new Promise((resolve, reject) => {
      yauzl.open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
        if (error) return reject(refuse(s.notAZip))
        const opened = new ExportFile(zip)
        const fail = (problem: unknown) => {
          zip.close()
          reject(problem instanceof AppError ? problem : refuse(s.notAZip))
        }
        zip.on('error', fail)
        zip.on('end', () => resolve(opened))
        zip.on('entry', (entry: Entry) => {
          try {
            requireUsual(entry)
          } catch (problem) {
            return fail(problem)
          }
          opened.#entries.set(entry.fileName, entry)
          zip.readEntry()
        })
        zip.readEntry()
      })
    })
  }

  close(): void {
    this.#zip.close()
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  #openEntry(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (!entry) return Promise.reject(refuse(s.notAnExport))
    return new Promise((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    })
  }

  /** Reads a CSV file of the export piece by piece: first the headings, then the rows. */
  async *rows(name: string): AsyncGenerator<string[][], void> {
    const reader = csvReader()
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let waiting = 0
    try {
      for await (const piece of await this.#openEntry(name)) {
        const rows = reader.push(decoder.decode(piece as Buffer, { stream: true }))
        waiting = rows.length > 0 ? 0 : waiting + (piece as Buffer).length
        if (waiting > MAX_ROW) throw refuse(s.suspicious(name))
        if (rows.length > 0) yield rows
      }
      reader.end()
    } catch (error) {
      throw error instanceof AppError ? error : refuse(s.changedFile(name))
    }
  }

  /** The photos and files of the export, with their paths below the folder of the uploads. */
  uploads(): { name: string; target: string }[] {
    return [...this.#entries.keys()].flatMap((name) => {
      const target = uploadOf(name)
      return target === null ? [] : [{ name, target }]
    })
  }

  /** Unpacks one photo or file. The file gets its name only once it is complete. */
  async unpack(name: string, target: string): Promise<void> {
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    const draft = path.join(path.dirname(target), `.${path.basename(target)}.part`)
    try {
      await pipeline(await this.#openEntry(name), createWriteStream(draft, { mode: 0o600, flush: true }))
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
}
