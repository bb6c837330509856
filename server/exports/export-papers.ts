import { readExportedReading } from '#server/cash/readings.ts'
import type { Principal, ReadContext } from '#server/lib/context.ts'
import { documentReceipt } from '#server/sales/receipt.ts'
import { readingFileName, readingText } from '#shared/cash/reading-text.ts'
import { clinicExportMessages as s } from '#shared/exports/messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import type { PaperText } from '#shared/sales/paper/paper.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { openPaperThread } from './paper-thread.ts'
import * as views from './views.ts'

/**
 * A document or reading to draw as a PDF. In place of a damaged reading it has a sentence, which is written to a text
 * file.
 */
type Paper = { folder: string; name: string } & ({ text: PaperText } | { damage: string })

/** The folder of the month of a date, such as `2026/11`. */
const monthOf = (date: string) => date.slice(0, 7).replace('-', '/')

/** A name that every file system accepts. */
const fileNameOf = (name: string) => name.replace(/[^\p{L}\p{N} ().,-]+/gu, '-')

async function readDocument({ tx }: ReadContext<Principal>, id: string): Promise<Paper> {
  const receipt = await documentReceipt(tx, id)
  const name = `${fileNameOf(receipt.document_name)}.pdf`
  return { folder: `documents/${monthOf(receipt.business_date)}`, name, text: receiptText(receipt, null) }
}

async function readReading(context: ReadContext<Principal>, id: string): Promise<Paper> {
  const read = await readExportedReading(context, id)
  const named = 'damage' in read ? read.named : read.reading
  const folder = `readings/${monthOf(named.business_date)}`
  if ('damage' in read) return { folder, name: readingFileName(named, 'txt'), damage: read.damage }
  const { reading } = read
  return { folder, name: readingFileName(reading), text: readingText(reading, null) }
}

const sources = [
  { table: 'documents', read: readDocument },
  { table: 'cover_invoices', read: readDocument },
  { table: 'z_readings', read: readReading },
] as const

type ExportedPaper = { name: string; content: Buffer }

/**
 * Draws every receipt, invoice, void, refund and Z-reading as a PDF, one after the other, so that only one is in
 * memory. Each says that it is a copy, because an export is not recorded as a print of the document. In place of a
 * damaged reading there is a text file that names the reading, because the export must not fail.
 */
export async function* papersOf(context: ReadContext<Principal>): AsyncGenerator<ExportedPaper, void> {
  const reprint = s.copyOfExport(formatInstant(context.now))
  const used = new Set<string>()
  const thread = openPaperThread()
  try {
    for (const { table, read } of sources)
      for await (const id of views.idsOf(context.tx, table)) {
        const paper = await read(context, id)
        const { folder, name } = paper
        // Two terminals of the same name can have documents with the same number, so the second file name gets an id.
        const path = used.has(`${folder}/${name}`) ? `${folder}/${id} ${name}` : `${folder}/${name}`
        used.add(path)
        const content =
          'text' in paper ? await thread.draw({ ...paper.text, reprint }) : Buffer.from(`${paper.damage}\r\n`)
        yield { name: path, content }
      }
  } finally {
    await thread.close()
  }
}
