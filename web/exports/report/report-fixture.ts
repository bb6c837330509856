import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfFonts } from '#shared/lib/pdf-text.ts'

const font = (weight: number) =>
  readFileSync(path.join(import.meta.dirname, `../../styles/fonts/pdf-manrope-${weight}.ttf`)).toString('base64')

/** For tests: the fonts, read from disk. */
export const fontsFromDisk = (): PdfFonts => ({ regular: font(400), bold: font(700) })

type Box = { text: string; page: number; left: number; right: number; baseline: number; height: number }

/** The texts of a PDF in drawing order, with their places in points from the lower left corner of the page. */
async function boxesOf(pdf: ArrayBuffer | Uint8Array): Promise<Box[]> {
  const document = await getDocument({ data: new Uint8Array(pdf.slice(0)), verbosity: 0 }).promise
  const boxes: Box[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    for (const item of items) {
      if (!('str' in item)) continue
      const [left = 0, baseline = 0] = (item.transform as number[]).slice(4)
      boxes.push({ text: item.str, page: number, left, right: left + item.width, baseline, height: item.height })
    }
  }
  await document.destroy()
  return boxes
}

/** The texts of each PDF page in drawing order. */
async function textsOf(pdf: ArrayBuffer | Uint8Array): Promise<string[][]> {
  const pages: string[][] = []
  for (const { text, page } of await boxesOf(pdf)) (pages[page - 1] ??= []).push(text)
  return pages
}

/**
 * Returns the pairs of texts in a PDF that overlap on the page, so that people cannot read them. Tests expect that there
 * are none.
 */
export async function overlapsOf(pdf: ArrayBuffer | Uint8Array): Promise<string[]> {
  const boxes = (await boxesOf(pdf)).filter(({ text }) => text.trim() !== '')
  const isOver = (one: Box, other: Box) =>
    one.page === other.page &&
    Math.abs(one.baseline - other.baseline) < Math.min(one.height, other.height) * 0.7 &&
    one.left < other.right - 0.1 &&
    other.left < one.right - 0.1
  return boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => (isOver(one, other) ? `${one.text} | ${other.text}` : [])),
  )
}

/** For tests: the text of each page of a PDF, as a reader copies it. */
export const pagesOf = async (pdf: ArrayBuffer | Uint8Array): Promise<string[]> =>
  (await textsOf(pdf)).map((texts) => texts.join(' ').replace(/\s+/g, ' '))

/** For tests: the lines of a PDF in drawing order. */
export const linesOf = async (pdf: ArrayBuffer | Uint8Array): Promise<string[]> =>
  (await textsOf(pdf)).flat().filter((text) => text.trim() !== '')
