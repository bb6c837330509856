import { crc32 } from 'node:zlib'

export type ZipEntry = { name: string; content: Buffer; at: Date }

/**
 * The version of the ZIP format that readers need: 2.0, without compression, because pictures are compressed already.
 */
const VERSION = 20
/** The flag of the ZIP format that says that file names are in UTF-8. */
const UTF8 = 0x0800

/** Converts a time to the ZIP format, in UTC. Times in this format have steps of two seconds and begin in 1980. */
function dosTime(at: Date): number {
  const year = Math.max(0, at.getUTCFullYear() - 1980)
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}

/** The fields that a file's own header and its row in the directory have in common. */
function commonFields({ content, at }: ZipEntry, name: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8, 2)
  fields.writeUInt32LE(dosTime(at), 6)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(content.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

function directoryRow(fields: Buffer, name: Buffer, offset: number): Buffer {
  const row = Buffer.alloc(46)
  row.writeUInt32LE(0x02014b50, 0)
  row.writeUInt16LE(VERSION, 4)
  fields.copy(row, 6)
  row.writeUInt32LE(offset, 42)
  return Buffer.concat([row, name])
}

function directoryEnd(rows: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(rows, 8)
  end.writeUInt16LE(rows, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** The most bytes and files that a ZIP file can have without the ZIP64 extension. */
const MOST_BYTES = 0xffff_ffff
const MOST_FILES = 0xffff

/** A ZIP file in parts, so that only one entry is in memory. Throws when the entries do not fit into one file. */
export async function* zipParts(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, void> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const fields = commonFields(entry, name)
    directory.push(directoryRow(fields, name, offset))
    const header = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, name])
    offset += header.length + entry.content.length
    if (offset > MOST_BYTES || directory.length > MOST_FILES) throw new Error('the ZIP file would be too large')
    yield header
    yield entry.content
  }
  const rows = Buffer.concat(directory)
  yield rows
  yield directoryEnd(directory.length, rows.length, offset)
}
