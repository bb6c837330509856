import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '#server/lib/app-error.ts'
import { MAX_CELL, MAX_COLUMNS } from '#shared/imports/kinds.ts'
import { importRefusals } from '#shared/imports/messages.ts'
import type { TableRow } from './read-file.ts'

const refuse = (sentence: string) => new AppError('validation', sentence, { errors: { file: [sentence] } })

const SAMPLE_BYTES = 64 * 1024

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * The encoding that the byte order mark names, or that the zero bytes of UTF-16 text reveal; null if the file has
 * neither.
 */
function encodingOfStart(start: Uint8Array): Encoding | null {
  const [first, second, third] = start
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]!++
  if (zeros[0] === 0 && zeros[1] === 0) return null
  const [many, few] = [Math.max(...zeros), Math.min(...zeros)]
  // Nearly every second byte of a UTF-16 text is zero. Any other file with zero bytes is not a text.
  if (many < start.length / 4 || few > many / 10) throw refuse(importRefusals.notATable)
  return zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be'
}

/** Decodes a file piece by piece; invalid bytes throw a TypeError if `fatal`. */
async function* decode(file: Blob, encoding: Encoding, fatal: boolean): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal })
  for await (const piece of file.stream()) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/**
 * A file without a byte order mark is UTF-8 if all its bytes are valid UTF-8, else Windows-1252, the encoding of older
 * Excel files.
 */
async function findEncoding(file: Blob): Promise<Encoding> {
  const start = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer())
  const named = encodingOfStart(start.subarray(0, start.length - (start.length % 2)))
  if (named !== null) return named
  try {
    for await (const piece of decode(file, 'utf-8', true)) void piece
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

const SEPARATORS = [',', ';', '\t', '|'] as const

/**
 * Counts how often a separator occurs in each line. A separator within quotation marks is part of a cell and does not
 * count.
 */
function countSeparator(lines: readonly string[], separator: string): number[] {
  return lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length - 1)
}

/**
 * Returns the separator that occurs equally often in most lines; of two such separators, the more frequent one. A file
 * with one column contains none, and then the comma is returned.
 */
function findSeparator(sample: string): string {
  const lines = sample
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const scores = SEPARATORS.map((separator) => {
    const counts = countSeparator(lines, separator)
    const most = Math.max(0, ...counts)
    const usual = counts.filter((count) => count === counts.at(-1) && count > 0).length
    return { separator, score: most === 0 ? 0 : usual * 100 + most }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).separator
}

async function firstText(file: Blob, encoding: Encoding): Promise<string> {
  const bytes = await file.slice(0, SAMPLE_BYTES).arrayBuffer()
  const text = new TextDecoder(encoding).decode(bytes)
  // A binary file has control characters that no list has.
  // oxlint-disable-next-line no-control-regex -- finding control characters is the purpose
  if (/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) throw refuse(importRefusals.notATable)
  return text
}

/**
 * Turns an error of the CSV parser into a refusal that names the row. The parser provides the row's number, because it
 * reads ahead of the rows that were already passed on.
 */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const row = Number(error['records'] ?? 0) + 1
  return refuse(
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? importRefusals.cellTooLong(row, MAX_CELL)
      : importRefusals.quoteNotClosed(row),
  )
}

/**
 * Reads the rows of a CSV file in any usual encoding and with any usual separator, without keeping the file in memory.
 * Throws a 422 for a file that is no text.
 */
export async function* readCsv(file: Blob): AsyncGenerator<TableRow, void> {
  const encoding = await findEncoding(file)
  const delimiter = findSeparator(await firstText(file, encoding))
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: (MAX_CELL + 1_000) * MAX_COLUMNS,
  })
  const fed = pipeline(Readable.from(decode(file, encoding, false)), parser)
  // An error of the parser also ends the loop below, which throws it, so it is ignored here.
  fed.catch(() => undefined)
  let number = 0
  try {
    for await (const cells of parser) yield { number: ++number, cells: cells as string[] }
  } catch (error) {
    throw refusalOf(error)
  }
}
