import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCashClinic, type CashClinic } from '#server/cash/cash-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import { filesOf, zipOf } from './export-fixture.ts'

let clinic: CashClinic

beforeAll(async () => {
  clinic = await openCashClinic()
})
afterAll(() => clinic.server.close())

/** The text of a PDF, as a PDF program copies it to the clipboard. */
async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  })
  const text = (await Promise.all(pages)).join(' ').replace(/\s+/g, ' ')
  await document.destroy()
  return text
}

test('a clinic’s export with documents has a PDF of each sale, void and Z-reading by year and month, marked as a copy', async () => {
  const { id } = await clinic.open()
  const sale = await clinic.peel()
  const other = await clinic.peel()
  await clinic.voidSale(other)
  await clinic.close(id, 3500)
  const reading = await clinic.closeDay()
  const files = filesOf(await zipOf(clinic.server, clinic.admin, '?documents=pdf'), 'latin1')
  const pdfs = [...files.keys()].filter((name) => name.endsWith('.pdf'))
  expect(pdfs).toHaveLength(4)
  const textWith = (words: string) => {
    const name = pdfs.find((each) => each.includes(words))
    return textOf(Buffer.from(files.get(name!)!, 'latin1'))
  }
  const receipt = await textWith(documentNumber(sale.receipt_number))
  for (const words of ['Diamond peel', '₱1,500.00', documentNumber(sale.receipt_number), 'COPY FROM THE EXPORT OF'])
    expect(receipt).toContain(words)
  expect(pdfs.filter((name) => name.startsWith('documents/2026/11/'))).toHaveLength(3)
  expect(await textWith(`readings/2026/11/Z-${documentNumber(reading.number!)}`)).toContain('Grand total')
  expect((await logEntries(clinic.server.db)).at(-1)?.action).toMatch(/, with documents as PDF$/)
  const without = filesOf(await zipOf(clinic.server, clinic.admin))
  expect([...without.keys()].filter((name) => name.endsWith('.pdf'))).toEqual([])
})

test('a clinic’s export with documents has a text file in place of a Z-reading that is damaged, and all other documents', async () => {
  const damage = `replace(content, '"cash":{', '"cash":null,"other":{')`
  await executeWithoutTriggers(clinic.server.database, 'z_readings', `update z_readings set content = ${damage}`)
  const files = filesOf(await zipOf(clinic.server, clinic.admin, '?documents=pdf'))
  expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(3)
  const sentence = cashMessages.contentDamaged(cashMessages.readingName(1, 'Front desk'))
  expect(files.get('readings/2026/11/Z-000001-front-desk.txt')).toBe(`${sentence}\r\n`)
})
