import { crc32, inflateRawSync } from 'node:zlib'
import type { TestUser } from '#server/test/factories.ts'
import type { TestServer } from '#server/test/server.ts'
import { clinicExportContract as contract } from '#shared/exports/contract.ts'
import { csvReader } from '#shared/lib/csv.ts'

/** Returns the files of a ZIP by name, after comparing their checksums. */
export function filesOf(zip: Buffer, encoding: 'utf8' | 'latin1' = 'utf8'): Map<string, string> {
  const files = new Map<string, string>()
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, crc, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)]
    const [nameBytes, extra, header] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt32LE(at + 42)]
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const stored = zip.subarray(start, start + size)
    const content = method === 8 ? inflateRawSync(stored) : stored
    if (crc32(content) !== crc) throw new Error('a file of the export is damaged')
    files.set(zip.toString('utf8', at + 46, at + 46 + nameBytes), content.toString(encoding))
    at += 46 + nameBytes + extra + zip.readUInt16LE(at + 32)
  }
  return files
}

/** The ZIP file of an export. */
export async function zipOf(server: TestServer, { token }: TestUser, query = ''): Promise<Buffer> {
  const answer = await server.app.inject({
    url: contract.download.url + query,
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.statusCode !== 200 || answer.headers['content-type'] !== 'application/zip')
    throw new Error(`the export was refused: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
  return answer.rawPayload
}

/** The files of an export by name. */
export const exportOf = async (server: TestServer, user: TestUser): Promise<Map<string, string>> =>
  filesOf(await zipOf(server, user))

/** The rows of a CSV file as objects by heading. */
export function rowsOf(files: Map<string, string>, file: string): Record<string, string>[] {
  const reader = csvReader()
  const [headings = [], ...rows] = reader.push(files.get(file) ?? '')
  reader.end()
  return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])))
}
