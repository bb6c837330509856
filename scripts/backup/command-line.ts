import { parseArgs, type ParseArgsConfig } from 'node:util'
import { BackupError } from '#server/backup/backup-error.ts'

/** The words of a command line; what cannot be understood is answered with how to say it. */
export function wordsOf<T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw new BackupError(usage)
  }
}
