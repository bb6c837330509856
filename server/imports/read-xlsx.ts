import type { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Entry, ZipFile } from 'yauzl'
import { AppError } from '#server/lib/app-error.ts'
import { MAX_CELL, MAX_COLUMNS } from '#shared/imports/kinds.ts'
import { importRefusals } from '#shared/imports/messages.ts'
import { dateOfDay, dayNumber } from '#shared/lib/manila-time.ts'
import type { TableRow } from './read-file.ts'

/** The largest accepted size in bytes of all parts of a file together after unpacking. */
const MAX_UNPACKED = 200 * 1024 * 1024
/**
 * The highest accepted compression ratio. A sheet of repeated words shrinks to a hundredth, a ZIP bomb to a thousandth.
 */
const MAX_RATIO = 150
/** Parts up to this size in bytes may have any compression ratio. */
const SMALL_PART = 5 * 1024 * 1024
/**
 * The most characters that the texts of a workbook may have, because all of them stay in memory while rows are read.
 */
const MAX_TEXT = 40_000_000
/** How many characters are added to the length of each text, because even an empty text takes memory. */
const ENTRY_LENGTH = 8
/**
 * The largest number of XML elements in the parts that list sheets and styles, because these elements stay in memory.
 */
const MAX_ELEMENTS = 500_000

const refuse = (sentence: string) => new AppError('validation', sentence, { errors: { file: [sentence] } })
const isBroken = (error: unknown) => (error instanceof AppError ? error : refuse(importRefusals.brokenExcel))

/** Opens the ZIP and lists its parts. The sizes that the ZIP names are enforced while a part is read. */
async function openZip(bytes: Buffer): Promise<{ zip: ZipFile; parts: Map<string, Entry> }> {
  const { default: yauzl } = await import('yauzl')
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(refuse(importRefusals.brokenExcel))
      const parts = new Map<string, Entry>()
      let unpacked = 0
      zip.on('entry', (entry: Entry) => {
        unpacked += entry.uncompressedSize
        const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
        if (unpacked > MAX_UNPACKED || (entry.uncompressedSize > SMALL_PART && ratio > MAX_RATIO))
          return reject(refuse(importRefusals.unpacksTooLarge))
        parts.set(entry.fileName, entry)
        zip.readEntry()
      })
      zip.on('end', () => resolve({ zip, parts }))
      zip.on('error', () => reject(refuse(importRefusals.brokenExcel)))
      zip.readEntry()
    })
  })
}

const openPart = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })

type Open = (name: string, attributes: SaxesTagPlain['attributes']) => void
type Handlers = { open?: Open; text?: (text: string) => void; close?: (name: string) => void }

/** The name of an XML tag without its namespace: some programs write `x:row`. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function parserWith({ open, text, close }: Handlers): SaxesParser {
  // Positions are only for messages about errors, which nobody reads.
  const parser = new SaxesParser({ position: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => open?.(localName(tag.name), (tag as SaxesTagPlain).attributes))
  parser.on('text', (part) => text?.(part))
  parser.on('closetag', (tag) => close?.(localName(tag.name)))
  return parser
}

/** Parses a part piece by piece, and yields after each piece. */
async function* parsePart(zip: ZipFile, entry: Entry, handlers: Handlers): AsyncGenerator<void, void> {
  const parser = parserWith(handlers)
  const decoder = new TextDecoder('utf-8')
  for await (const piece of await openPart(zip, entry)) {
    parser.write(decoder.decode(piece as Buffer, { stream: true }))
    yield
  }
  parser.write(decoder.decode()).close()
}

async function parseWhole(zip: ZipFile, entry: Entry | undefined, handlers: Handlers): Promise<void> {
  if (entry) for await (const _ of parsePart(zip, entry, handlers));
}

/**
 * Parses a part in which a spreadsheet program writes only few elements, such as the list of sheets. Throws if the part
 * has more than `MAX_ELEMENTS`, because all of them stay in memory.
 */
async function parseShort(zip: ZipFile, entry: Entry | undefined, { open, ...handlers }: Handlers): Promise<void> {
  let elements = 0
  const counted: Open = (name, attributes) => {
    elements++
    if (elements > MAX_ELEMENTS) throw refuse(importRefusals.unpacksTooLarge)
    open?.(name, attributes)
  }
  await parseWhole(zip, entry, { ...handlers, open: counted })
}

/** The texts that cells refer to by number. Hints for pronunciation (`rPh`) are skipped. */
async function readTexts(zip: ZipFile, entry: Entry | undefined): Promise<string[]> {
  const texts: string[] = []
  let [text, all, isText, isHint] = ['', 0, false, false]
  await parseWhole(zip, entry, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isHint = true
      isText = name === 't' && !isHint
    },
    text: (part) => {
      if (isText && text.length <= MAX_CELL) text += part.slice(0, MAX_CELL + 1)
    },
    close: (name) => {
      if (name === 'rPh') isHint = false
      if (name === 't') isText = false
      if (name !== 'si') return
      all += text.length + ENTRY_LENGTH
      if (all > MAX_TEXT) throw refuse(importRefusals.unpacksTooLarge)
      texts.push(text)
    },
  })
  return texts
}

type Format = 'date' | 'time' | 'both' | null

/**
 * Tells dates and times from other numbers by the letters of their format, without quoted words, colours and
 * currencies.
 */
function formatOf(code: string): Format {
  const plain = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').toLowerCase()
  const [isDate, isTime] = [/[yd]/.test(plain), /h|s/.test(plain)]
  return isDate ? (isTime ? 'both' : 'date') : isTime ? 'time' : null
}

/** The formats that are built into Excel and that a file refers to by number only. */
const builtIn = (id: number): Format =>
  id === 22
    ? 'both'
    : (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
      ? 'date'
      : (id >= 18 && id <= 21) || (id >= 45 && id <= 47)
        ? 'time'
        : null

/** The format of each cell style. */
async function readFormats(zip: ZipFile, entry: Entry | undefined): Promise<Format[]> {
  const named = new Map<number, Format>()
  const formats: Format[] = []
  let isInCells = false
  await parseShort(zip, entry, {
    open: (name, attributes) => {
      if (name === 'numFmt') named.set(Number(attributes['numFmtId']), formatOf(attributes['formatCode'] ?? ''))
      if (name === 'cellXfs') isInCells = true
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'xf' && isInCells) formats.push(named.get(id) ?? builtIn(id))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return formats
}

type Workbook = { sheet: Entry; startsIn1904: boolean }

/** Finds the first sheet of a workbook that is not hidden, because people import what they see. */
async function readWorkbook(zip: ZipFile, parts: Map<string, Entry>): Promise<Workbook> {
  const targets = new Map<string, string>()
  const sheets: string[] = []
  let startsIn1904 = false
  await parseShort(zip, parts.get('xl/_rels/workbook.xml.rels'), {
    open: (name, attributes) => {
      if (name === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '')
    },
  })
  await parseShort(zip, parts.get('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'workbookPr') startsIn1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet' && (attributes['state'] ?? 'visible') === 'visible') sheets.push(attributes['r:id'] ?? '')
    },
  })
  const target = targets.get(sheets[0] ?? '') ?? 'worksheets/sheet1.xml'
  const sheet = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (!sheet) throw refuse(importRefusals.brokenExcel)
  return { sheet, startsIn1904 }
}

const pad = (n: number) => String(n).padStart(2, '0')
const DAYS_UNTIL_1904 = 1_462

/** A number with a date format as `2026-12-01`, `14:30` or both; other numbers as Excel shows them. */
function numberText(value: string, format: Format, startsIn1904: boolean): string {
  // Fifteen digits are what Excel keeps; more are an error of the calculation.
  const number = Number(Number(value).toPrecision(15))
  if (!Number.isFinite(number)) return value
  if (format === null) return String(number)
  const minutes = Math.round((number % 1) * 1440)
  const time = `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`
  const date = dateOfDay(dayNumber('1899-12-30') + Math.floor(number) + (startsIn1904 ? DAYS_UNTIL_1904 : 0))
  if (format === 'time') return time
  return format === 'date' && minutes === 0 ? date : `${date} ${time}`
}

/** The position of a cell from its name: 0 for `A7`, 27 for `AB7`. */
function columnOf(name: string): number {
  let column = 0
  for (const letter of name.toUpperCase()) {
    if (letter < 'A' || letter > 'Z') break
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

type Sheet = { texts: readonly string[]; formats: readonly Format[]; startsIn1904: boolean }

type Cell = { type: string; style: number; value: string }

/** The text of a cell; a cell with an error of a formula is empty. */
function textOfCell({ type, style, value }: Cell, { texts, formats, startsIn1904 }: Sheet): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e') return ''
  return type === 'n' && value !== '' ? numberText(value, formats[style] ?? null, startsIn1904) : value
}

/** Collects the rows of a sheet while its parts arrive; `take` returns the rows that are complete. */
function sheetReader(sheet: Sheet) {
  let rows: TableRow[] = []
  let row: TableRow = { number: 0, cells: [] }
  let cell: Cell = { type: 'n', style: 0, value: '' }
  let [at, isValue] = [-1, false]
  const endCell = () => {
    const text = textOfCell(cell, sheet)
    if (text === '') return
    if (at >= MAX_COLUMNS) throw refuse(importRefusals.tooManyColumns(MAX_COLUMNS))
    while (row.cells.length < at) row.cells.push('')
    row.cells[at] = text
  }
  const handlers: Handlers = {
    open: (name, attributes) => {
      if (name === 'row') row = { number: Number(attributes['r'] ?? row.number + 1), cells: [] }
      if (name === 'row') at = -1
      if (name === 'c') {
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' }
        at = attributes['r'] === undefined ? at + 1 : columnOf(attributes['r'])
      }
      isValue = name === 'v' || name === 't'
    },
    text: (part) => {
      if (isValue && cell.value.length <= MAX_CELL) cell.value += part.slice(0, MAX_CELL + 1)
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'c') endCell()
      if (name === 'row') rows.push(row)
    },
  }
  const take = () => {
    const taken = rows
    rows = []
    return taken
  }
  return { handlers, take }
}

/**
 * Reads the rows of the first visible sheet. The parts of the file are unpacked as they are read, and their sizes are
 * limited, so that a ZIP bomb is refused before it is unpacked.
 */
export async function* readXlsx(file: Blob): AsyncGenerator<TableRow, void> {
  const { zip, parts } = await openZip(Buffer.from(await file.arrayBuffer()))
  try {
    const { sheet, startsIn1904 } = await readWorkbook(zip, parts)
    const texts = await readTexts(zip, parts.get('xl/sharedStrings.xml'))
    const formats = await readFormats(zip, parts.get('xl/styles.xml'))
    const { handlers, take } = sheetReader({ texts, formats, startsIn1904 })
    for await (const _ of parsePart(zip, sheet, handlers)) yield* take()
    yield* take()
  } catch (error) {
    throw isBroken(error)
  } finally {
    zip.close()
  }
}
