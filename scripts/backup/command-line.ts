import { parseArgs, type ParseArgsConfig } from 'node:util'
import { BackupError } from '#server/backup/backup-error.ts'

/** Parses the command line; throws `usage`, a text that explains the command, if the command line is invalid. */
export function wordsOf<T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw new BackupError(usage)
  }
}
