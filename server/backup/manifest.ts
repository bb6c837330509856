import { z } from 'zod'
import { manilaDate, manilaTime } from '#shared/lib/manila-time.ts'

/** The version of the file's layout. Readers refuse versions that they do not know. */
export const FORMAT_VERSION = 1

/**
 * The name of the first entry, which contains the format. The manifest is the last entry, so a file without it is
 * incomplete.
 */
export const FORMAT_ENTRY = 'format.json'
export const MANIFEST_ENTRY = 'manifest.json'

const formatSchema = z.object({ format: z.literal('mutya-backup'), version: z.number().int() })

const checked = { bytes: z.number().int(), sha256: z.string() }

const manifestSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  app_version: z.string(),
  /** The time of the snapshot, ISO 8601 with the Manila offset. */
  made_at: z.string(),
  postgres_version: z.string(),
  /** The names of the migrations that had run, oldest first. The last one identifies the version of the schema. */
  migrations: z.array(z.string()).min(1),
  /** The tables in the order of the file, with their columns and numbers of rows. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), ...checked })),
  /** Tables whose rows were left out of the backup on purpose, such as sessions. */
  left_out: z.array(z.string()),
  uploads: z.array(z.object({ name: z.string(), ...checked })),
  /** Pictures that a row names but the folder did not contain. */
  missing_uploads: z.array(z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableEntry = Manifest['tables'][number]
export type UploadEntry = Manifest['uploads'][number]

/**
 * Parses and validates a JSON part of a backup; undefined when it is invalid, because a damaged file may still unpack.
 */
function parse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const parseFormat = (text: string) => parse(formatSchema, text)
export const parseManifest = (text: string) => parse(manifestSchema, text)

/** The endings of the file names of backups, without and with encryption. */
export const PLAIN_END = '.tar.gz'
export const ENCRYPTED_END = '.tar.gz.enc'

/** `mutya-backup-2026-11-22-040000.tar.gz`: the Manila time of the snapshot, so that names sort by age. */
export const backupFileName = (at: Date, isEncrypted = false): string =>
  `mutya-backup-${manilaDate(at)}-${manilaTime(at).replaceAll(':', '')}${isEncrypted ? ENCRYPTED_END : PLAIN_END}`

export const isBackupFileName = (name: string): boolean =>
  /^mutya-backup-\d{4}-\d{2}-\d{2}-\d{6}\.tar\.gz(\.enc)?$/.test(name)

/** The name under which a file is written until it is complete. */
export const partNameOf = (fileName: string, pid: number): string => `.${fileName}.${pid}.part`

/** The process that writes or wrote an unfinished file; undefined for any other name. */
export function writerOfPart(name: string): number | undefined {
  const [, fileName = '', pid] = /^\.(.+)\.(\d+)\.part$/.exec(name) ?? []
  return isBackupFileName(fileName) ? Number(pid) : undefined
}
