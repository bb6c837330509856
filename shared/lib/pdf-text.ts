/** The functions of a jsPDF document with which this project draws PDFs, in the browser and on the server. */
export type PdfDocument = {
  addFileToVFS: (file: string, content: string) => unknown
  addFont: (file: string, name: string, style: string) => unknown
  setFont: (name: string, style: string) => PdfDocument
  setFontSize: (points: number) => PdfDocument
  getFont: () => unknown
  getTextWidth: (text: string) => number
  text: (text: string, x: number, y: number, options?: { align?: 'left' | 'center' | 'right' }) => unknown
  setLineWidth: (width: number) => PdfDocument
  setLineDashPattern: (dashes: number[], phase: number) => PdfDocument
  line: (fromX: number, fromY: number, toX: number, toY: number) => unknown
  addPage: () => unknown
  setPage: (page: number) => unknown
  getNumberOfPages: () => number
  setProperties: (about: { title: string; author: string }) => unknown
  getImageProperties: (picture: Uint8Array) => { width: number; height: number }
  addImage: (
    picture: Uint8Array,
    format: string,
    x: number,
    y: number,
    width: number,
    height: number,
    alias: string,
    compression: 'FAST',
  ) => unknown
}

/** The font of every PDF, because standard fonts lack the peso sign. */
export const PDF_FONT = 'Manrope'

/** The files of the PDF font, in base64. */
export type PdfFonts = { regular: string; bold: string }

/** Adds both weights of the font to a PDF document. */
export function addPdfFonts(doc: PdfDocument, fonts: PdfFonts): void {
  for (const [file, style] of [
    ['regular', 'normal'],
    ['bold', 'bold'],
  ] as const) {
    doc.addFileToVFS(`${file}.ttf`, fonts[file])
    doc.addFont(`${file}.ttf`, PDF_FONT, style)
  }
}

type FontTables = { metadata: { cmap: { unicode: { codeMap: Record<number, number> } } } }

/** Replaces each character that the PDF's font lacks, such as an emoji or a Chinese letter. */
const REPLACEMENT = '?'

/** Direction marks, joiners and variation selectors, which are invisible. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu

const characters = new Intl.Segmenter()

/**
 * Returns a function that makes a text printable: on one line, without control characters and direction marks, and with
 * `?` for each character that the document's font lacks.
 */
export function printableIn(doc: PdfDocument): (text: string) => string {
  const tables = ['normal', 'bold'].map((style) => {
    const font = doc.setFont(PDF_FONT, style).getFont() as FontTables
    return font.metadata.cmap.unicode.codeMap
  })
  const hasGlyph = (letter: string) => tables.every((codeMap) => (codeMap[letter.codePointAt(0)!] ?? 0) !== 0)
  const shown = ({ segment }: { segment: string }) => {
    const visible = segment.replace(invisible, '')
    return Array.from(visible).every(hasGlyph) ? visible : REPLACEMENT
  }
  return (text) => {
    const oneLine = text.normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    return Array.from(characters.segment(oneLine), shown).join('').trim()
  }
}

/** Cuts a word that is wider than a line into pieces of about equal length, instead of full lines and a short rest. */
function cutWord(word: string, room: number, widthOf: (text: string) => number): string[] {
  const letters = Array.from(word)
  for (let count = Math.ceil(widthOf(word) / room); ; count++) {
    const size = Math.max(1, Math.ceil(letters.length / count))
    const pieces = Array.from({ length: Math.ceil(letters.length / size) }, (_, index) =>
      letters.slice(index * size, (index + 1) * size).join(''),
    )
    if (size === 1 || pieces.every((piece) => widthOf(piece) <= room)) return pieces
  }
}

/** A line may break after spaces, and after a hyphen between letters. */
const wordsOf = (text: string): string[] => text.split(/(?<=\s)(?=\S)|(?<=\p{L}-)(?=\p{L})/u)

/** Breaks a text into lines at most `room` wide, at spaces and hyphens; only a word wider than a line is cut. */
export function breakLines(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text)) {
    if (widthOf((line + word).trimEnd()) <= room) {
      line += word
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    const fits = widthOf(word.trimEnd()) <= room
    const pieces = fits ? [word] : cutWord(word, room, widthOf)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1)!
  }
  return [...lines, line.trimEnd()]
}

/**
 * Breaks a text into as few lines as `breakLines` does, but of about the same width, as `text-wrap: balance` does in
 * browsers. So the last line of a centred text is not a single word or the rest of a date.
 */
export function breakEvenly(text: string, room: number, widthOf: (text: string) => number): string[] {
  const { length: fewest } = breakLines(text, room, widthOf)
  let narrow = Math.max(...wordsOf(text).map((word) => widthOf(word.trimEnd())))
  let wide = room
  while (wide - narrow > room / 100) {
    const middle = (narrow + wide) / 2
    if (breakLines(text, middle, widthOf).length > fewest) narrow = middle
    else wide = middle
  }
  return breakLines(text, wide, widthOf)
}
