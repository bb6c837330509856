import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { AppError } from '#server/lib/app-error.ts'
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS, type ImportKind } from '#shared/imports/kinds.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'
import { readList, type TableRow } from './read-file.ts'

async function read(content: BlobPart, kind: ImportKind = 'clients') {
  const rows: TableRow[] = []
  const save = async (chunk: TableRow[]) => void rows.push(...chunk)
  const list = await readList(new Blob([content]), kind, { chunkSize: 1_000, save })
  return { ...list, headings: list.columns.map(({ heading }) => heading), cells: rows.map(({ cells }) => cells), rows }
}

const refusalOf = (content: BlobPart) =>
  read(content).then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.message : error),
  )

const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes)
}

const LIST = 'Name;Mobile\r\nÑoña Peña;0917 123 4567\r\n"Reyes; Ana";0918\r\n'
const EXPECTED = [
  ['Ñoña Peña', '0917 123 4567'],
  ['Reyes; Ana', '0918'],
]

test.each([
  ['UTF-8', LIST],
  ['UTF-8 with a mark', `\ufeff${LIST}`],
  ['UTF-16 LE with a mark', utf16(`\ufeff${LIST}`)],
  ['UTF-16 BE with a mark', utf16(`\ufeff${LIST}`, true)],
  ['UTF-16 LE without a mark', utf16(LIST)],
  ['Windows-1252', new Uint8Array(Buffer.from(LIST, 'latin1'))],
])('an import reads a CSV file in the encoding %s', async (_, content) => {
  const { headings, cells } = await read(content)
  expect(headings).toEqual(['Name', 'Mobile'])
  expect(cells).toEqual(EXPECTED)
})

test.each([',', ';', '\t', '|'])('an import reads a CSV file with the separator %j', async (separator) => {
  const lines = [
    ['Name', 'Email', 'Note'],
    ['Ana', 'ana@a.test', '"likes a, b; and c|d"'],
  ]
  const { cells } = await read(lines.map((line) => line.join(separator)).join('\n'))
  expect(cells).toEqual([['Ana', 'ana@a.test', 'likes a, b; and c|d']])
})

test('an import skips titles above the headings, reads headings that are merged over two rows, and keeps the row numbers of the file', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Client list 2026'],
    [],
    ['Name', '', 'Contact', '', 'Birthday'],
    ['Last', 'First', 'Mobile', 'Email', ''],
    ['Cruz', 'Maria', 9171234567, 'maria@c.test', { t: 'n', v: 32_997, z: 'yyyy-mm-dd' }],
    [],
    ['Reyes', 'Ana', '0918 222 3333', '', ''],
  ])
  const { headings, rows, columns } = await read(workbook(sheet))
  expect(headings).toEqual(['Last', 'First', 'Mobile', 'Email', 'Birthday'])
  expect(rows).toEqual([
    { number: 5, cells: ['Cruz', 'Maria', '9171234567', 'maria@c.test', '1990-05-04'] },
    { number: 7, cells: ['Reyes', 'Ana', '0918 222 3333'] },
  ])
  expect(columns[2]).toMatchObject({ samples: [], sample_rows: [5, 7] })
})

test('an import takes the names of columns from the second row of headings if the first row has merged cells', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Full Name', 'Contact', '', 'Birthday', 'Notes'],
    ['', 'Mobile', 'Email', '', ''],
    ['Ana Reyes', '0917 123 4567', 'ana@reyes.test', '1990-05-04', 'Likes tea'],
  ])
  const { headings, rows } = await read(workbook(sheet))
  expect(headings).toEqual(['Full Name', 'Mobile', 'Email', 'Birthday', 'Notes'])
  expect(rows).toMatchObject([
    { number: 3, cells: ['Ana Reyes', '0917 123 4567', 'ana@reyes.test', '1990-05-04', 'Likes tea'] },
  ])
})

const workbook = (sheet: ReturnType<typeof utils.aoa_to_sheet>): ArrayBuffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Sheet1')
  return write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
}

test('an import removes the apostrophe with which our own exports protect numbers from spreadsheets', async () => {
  expect((await read('Name,Mobile\nAna,"\'09171234567"\n')).cells).toEqual([['Ana', '09171234567']])
})

test('an import of a CSV file keeps formulas as text', async () => {
  const formula = '=HYPERLINK("http://evil.test","x")'
  expect((await read(`Name,Note\n"=1+1","${formula.replaceAll('"', '""')}"`)).cells).toEqual([['=1+1', formula]])
})

test('an import reads the last value of a formula in Excel, and an empty cell for a formula that failed', async () => {
  const cells =
    '<c><f>1+1</f><v>2</v></c><c t="str"><f>A1&amp;"x"</f><v>Ana</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c>'
  const { cells: rows } = await read(zip(sheetOf(`<row>${inline('Name')}${inline('Mobile')}</row><row>${cells}</row>`)))
  expect(rows).toEqual([['2', 'Ana']])
})

/** Builds a ZIP file. `claims` replaces the unpacked size that the ZIP's directory states. */
function zip(parts: Record<string, string>, claims?: number): Uint8Array<ArrayBuffer> {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const [packed, path] = [deflateRawSync(text), Buffer.from(name)]
    const sizes = Buffer.alloc(26)
    sizes.writeUInt16LE(20, 0)
    sizes.writeUInt16LE(8, 4)
    sizes.writeUInt32LE(crc32(text), 10)
    sizes.writeUInt32LE(packed.length, 14)
    sizes.writeUInt32LE(claims ?? Buffer.byteLength(text), 18)
    sizes.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), sizes, path, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), sizes, rest, path]))
    locals.push(local)
    at += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(at, 12)
  return new Uint8Array(Buffer.concat([...locals, ...directory, Buffer.from('PK\u0005\u0006'), end]))
}

const sheetOf = (rows: string) => ({
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
})
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const SMALL = sheetOf(`<row>${inline('Name')}${inline('Email')}</row><row>${inline('Ana')}${inline('a@b.test')}</row>`)

/** Repeats an element, with random comments in between, so that the ZIP file does not shrink like a ZIP bomb. */
const many = (element: string, count: number) =>
  Array.from(
    { length: 1_000 },
    () => `${element.repeat(count / 1_000)}<!--${randomBytes(200).toString('hex')}-->`,
  ).join('')

test.each([
  ['nothing', '', s.empty],
  ['blank lines', '\n\n ;;\n', s.empty],
  ['only a heading', 'Name,Mobile,Email\n', s.onlyHeading],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3]), s.notATable],
  ['an old Excel file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), s.oldExcel],
  ['a damaged Excel file', new Uint8Array(Buffer.from('PK\u0003\u0004 and nothing else')), s.brokenExcel],
  ['a quotation mark that is never closed', 'Name,Note\nAna,"never\nMaria,x\n', s.quoteNotClosed(2)],
  ['a cell of 10 MB', `Name,Note\nAna,${'x'.repeat(10_000_000)}\n`, s.cellTooLong(2, MAX_CELL)],
  [
    'too many columns',
    `${'h,'.repeat(MAX_COLUMNS + 1)}x\n${'1,'.repeat(MAX_COLUMNS + 1)}x`,
    s.tooManyColumns(MAX_COLUMNS),
  ],
  ['too many rows', `Name\n${'Ana\n'.repeat(MAX_ROWS + 1)}`, s.tooManyRows(MAX_ROWS)],
  ['a ZIP bomb', zip(sheetOf(' '.repeat(60_000_000))), s.unpacksTooLarge],
  ['a ZIP bomb that names a small size', zip(sheetOf(' '.repeat(60_000_000)), 100), s.brokenExcel],
  [
    'five million empty texts',
    zip({ ...SMALL, 'xl/sharedStrings.xml': `<sst>${many('<si/>', 5_100_000)}</sst>` }),
    s.unpacksTooLarge,
  ],
  [
    'a million cell styles',
    zip({ ...SMALL, 'xl/styles.xml': `<styleSheet><cellXfs>${many('<xf/>', 1_000_000)}</cellXfs></styleSheet>` }),
    s.unpacksTooLarge,
  ],
  ['a sheet that is no XML', zip({ ...SMALL, 'xl/worksheets/sheet1.xml': '<worksheet><row>' }), s.brokenExcel],
  [
    'entities that expand',
    zip({ ...SMALL, 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>' }),
    s.brokenExcel,
  ],
])('an import refuses %s', async (_, content, sentence) => {
  expect(await refusalOf(content)).toBe(sentence)
})

test('an import accepts an Excel file that contains no more than the format requires', async () => {
  expect((await read(zip(SMALL))).cells).toEqual([['Ana', 'a@b.test']])
})
