import { parseArgs, type ParseArgsConfig } from 'node:util'
import { BackupError } from '#server/backup/backup-error.ts'

/** Parses the command line; throws the usage text if it is invalid. */
export function wordsOf<T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw new BackupError(usage)
  }
}
