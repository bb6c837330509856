import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { isClinicalRecordOn, recordReadOfAllCharts } from '#server/charts/public.ts'
import { clinicName } from '#server/clinic/clinic-profile.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { wasExportLogged } from '#server/history-logs/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext, Principal, ReadContext } from '#server/lib/context.ts'
import { csvLines } from '#server/lib/http/send-csv.ts'
import { errorDetails } from '#server/lib/log-errors.ts'
import type { clinicExportContract } from '#shared/exports/contract.ts'
import { clinicExportMessages as s } from '#shared/exports/messages.ts'
import type { Answer, Input } from '#shared/lib/endpoint.ts'
import { manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import { cellOf, headingOf, schemaOfFile } from './cells.ts'
import { papersOf } from './export-papers.ts'
import { tablesToExport, type ExportedTable } from './exported-tables.ts'
import * as views from './views.ts'

/** The folder of the uploads that has the photos of charts. */
const CHART_PHOTOS = 'charts'
/**
 * Milliseconds between two statements that keep the snapshot open, because a transaction without statements is closed
 * after some seconds.
 */
const TOUCH_MS = 5_000

export async function readExport(
  { tx, branchId }: ReadContext,
  id: string | undefined,
): Promise<Answer<typeof clinicExportContract.read>['data']> {
  const has_charts = await isClinicalRecordOn(tx, branchId)
  const files = tablesToExport({ withCharts: has_charts }).map(({ file }) => file)
  return {
    is_running: await views.isExportRunning(tx),
    has_started: id !== undefined && (await wasExportLogged(tx, id)),
    has_charts,
    files,
    documents: await views.countPapers(tx),
  }
}

/** Adds entries to a ZIP file. Each entry is opened when the one before is complete, so that only one is in memory. */
class ExportZip {
  private readonly zip = new yazl.ZipFile()
  private current: Readable | null = null
  private isStopped = false
  private readonly at: Date

  constructor(at: Date) {
    this.at = at
    // If an entry cannot be read, the download fails, so that nobody takes an incomplete file for a complete one.
    this.zip.on('error', (error: Error) => this.output.destroy(error))
  }

  get output(): Readable {
    return this.zip.outputStream as Readable
  }

  addText(name: string, text: string): void {
    this.zip.addBuffer(Buffer.from(text), name, { mtime: this.at })
  }

  addStream(name: string, openStream: () => Promise<Readable>, compress = true): void {
    this.zip.addReadStreamLazy(name, { mtime: this.at, compress }, (give) => {
      const opened = this.isStopped ? Promise.resolve(Readable.from([])) : openStream()
      opened.then(
        (stream) => {
          // The ZIP writer listens for errors only while it reads the stream. An error without a listener would end the
          // process after the browser has left.
          stream.on('error', () => undefined)
          this.current = stream
          give(null, stream)
        },
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }

  /**
   * Adds a file from memory, and resolves when the browser reads it, so that the caller makes the next file only then.
   * The content is released, because the ZIP file keeps all its entries to the end.
   */
  addWhenRead(name: string, content: Buffer): Promise<void> {
    let held: Buffer | null = content
    return new Promise((resolve) => {
      const openStream = () => {
        const stream = Readable.from(held === null ? [] : [held])
        held = null
        resolve()
        return Promise.resolve(stream)
      }
      this.addStream(name, openStream)
    })
  }

  end(): void {
    this.zip.end()
  }

  fail(error: unknown): void {
    this.zip.emit('error', error)
  }

  /** Stops the entry that is being read and opens no other, because nobody reads the file any longer. */
  stop(): void {
    this.isStopped = true
    this.current?.destroy()
  }
}

async function* linesOf(tx: ReadTx, table: ExportedTable, columns: readonly views.FileColumn[]) {
  async function* batches() {
    for await (const rows of views.rowsInBatches(tx, table, columns))
      yield rows.map((row) => row.map((value, index) => cellOf(value, columns[index]!)))
  }
  yield* csvLines(columns.map(headingOf), batches())
}

/** The files below a folder as paths with slashes; none if there is no such folder. */
async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}

/** Opens a file; one that was deleted meanwhile counts as empty, so that the download of all other files succeeds. */
async function openFile(file: string): Promise<Readable> {
  const handle = await open(file).catch(() => null)
  return handle ? createReadStream(file, { fd: handle }) : Readable.from([])
}

async function addTables(zip: ExportZip, tx: ReadTx, tables: readonly ExportedTable[]): Promise<void> {
  const stored = await views.storedColumns(tx)
  const files = tables.map((table) => ({ table, columns: views.columnsOfFile(table, stored) }))
  const schema = Object.fromEntries(files.map(({ table, columns }) => [table.file, schemaOfFile(columns)]))
  zip.addText('schema.json', JSON.stringify(schema, null, 2))
  for (const { table, columns } of files)
    zip.addStream(table.file, () => Promise.resolve(Readable.from(linesOf(tx, table, columns))))
}

async function addFiles(zip: ExportZip, uploadsDir: string, withCharts: boolean): Promise<void> {
  for (const file of await filesBelow(uploadsDir)) {
    const isOfChart = file.startsWith(`${CHART_PHOTOS}/`)
    if (isOfChart && !withCharts) continue
    const name = isOfChart ? `photos/${file.slice(CHART_PHOTOS.length + 1)}` : `files/${file}`
    // Pictures and photos are stored without compression, because their formats are compressed already.
    zip.addStream(name, () => openFile(path.join(uploadsDir, file)), false)
  }
}

/** Adds the documents as PDFs, each once the browser reads the one before, and then ends the ZIP file. */
async function addPapers(zip: ExportZip, context: ReadContext<Principal>): Promise<void> {
  try {
    for await (const { name, content } of papersOf(context)) await zip.addWhenRead(name, content)
    zip.end()
  } catch (error) {
    zip.fail(error)
  }
}

type ExportWishes = Input<typeof clinicExportContract.download>['querystring']

async function logExport(
  context: DetachedContext<Principal>,
  withCharts: boolean,
  wishes: ExportWishes,
): Promise<void> {
  await context.inTransaction(async (writing) => {
    if (withCharts) await recordReadOfAllCharts(writing)
    const parameters = { with_charts: withCharts, with_documents: wishes.documents === 'pdf' }
    await writeAuditLog(writing, { type: 'exports.clinic.exported', subjectId: wishes.id ?? null, parameters })
  })
}

async function send({ reply, log, now }: DetachedContext<Principal>, zip: ExportZip): Promise<void> {
  const body = new PassThrough()
  void reply
    .headers({
      'content-type': 'application/zip',
      // A translated name may have letters that a header cannot contain.
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(s.fileName(manilaDate(now)))}`,
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
    })
    .send(body)
  // An error closes the connection, so that the browser reports a failed download and keeps no file.
  await pipeline(zip.output, body).catch((error: unknown) =>
    log.info({ err: errorDetails(error) }, 'an export of all data was cut off'),
  )
  zip.stop()
}

/**
 * Streams all data of the clinic from one snapshot as a ZIP file. The export is logged before it is sent, so that an
 * aborted download is logged too. Throws a 409 while another export is running.
 */
export const exportClinic = (
  context: DetachedContext<Principal>,
  uploadsDir: string,
  wishes: ExportWishes,
): Promise<void> =>
  context.inLongSnapshot(async (tx) => {
    const { branchId, now } = context
    if (!(await views.lockExport(tx))) throw new AppError('conflict', s.running)
    const withCharts = await isClinicalRecordOn(tx, branchId)
    const tables = tablesToExport({ withCharts })
    await logExport(context, withCharts, wishes)
    const zip = new ExportZip(now)
    const moment = `${manilaDate(now)} ${manilaTime(now)}`
    const listed = tables.map(({ file }) => `- ${file}`).join('\r\n')
    zip.addText('README.txt', s.readme(await clinicName(tx, branchId), moment, listed))
    await addTables(zip, tx, tables)
    await addFiles(zip, uploadsDir, withCharts)
    if (wishes.documents === 'pdf') void addPapers(zip, { ...context, tx })
    else zip.end()
    // An error because of a lost connection is ignored here: the next read of a table fails too, and then the download
    // fails.
    const timer = setInterval(() => void views.touch(tx).catch(() => undefined), TOUCH_MS)
    try {
      await send(context, zip)
    } finally {
      clearInterval(timer)
    }
  })
