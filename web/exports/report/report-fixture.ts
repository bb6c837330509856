import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfFonts } from '#shared/lib/pdf-text.ts'

const font = (weight: number) =>
  readFileSync(path.join(import.meta.dirname, `../../styles/fonts/pdf-manrope-${weight}.ttf`)).toString('base64')

/** For tests: the fonts, read from disk. */
export const fontsFromDisk = (): PdfFonts => ({ regular: font(400), bold: font(700) })

/** The texts of each PDF page in drawing order. */
async function textsOf(pdf: ArrayBuffer | Uint8Array): Promise<string[][]> {
  const document = await getDocument({ data: new Uint8Array(pdf.slice(0)), verbosity: 0 }).promise
  const pages: string[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')))
  }
  await document.destroy()
  return pages
}

/** For tests: the text of each page of a PDF, as a reader copies it. */
export const pagesOf = async (pdf: ArrayBuffer | Uint8Array): Promise<string[]> =>
  (await textsOf(pdf)).map((texts) => texts.join(' ').replace(/\s+/g, ' '))

/** For tests: the lines of a PDF in drawing order. */
export const linesOf = async (pdf: ArrayBuffer | Uint8Array): Promise<string[]> =>
  (await textsOf(pdf)).flat().filter((text) => text.trim() !== '')
