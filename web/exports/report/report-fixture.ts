import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfFonts } from '#web/exports/pdf-fonts.ts'

const font = (weight: number) =>
  readFileSync(path.join(import.meta.dirname, `../../styles/fonts/pdf-manrope-${weight}.ttf`)).toString('base64')

/** For tests: the fonts without a browser. */
export const fontsFromDisk = (): PdfFonts => ({ regular: font(400), bold: font(700) })

/** For tests: the text of each page of a PDF, as a reader copies it. */
export async function pagesOf(pdf: ArrayBuffer | Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf.slice(0)), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    )
  }
  await document.destroy()
  return pages
}
