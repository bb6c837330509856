import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { printLines } from '#server/announce.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts'
import type { ExistingData } from '#server/backup/target.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readEnv } from '#server/lib/env.ts'
import { runProgram } from '#server/run-program.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { wordsOf } from './command-line.ts'

const USAGE = `npm run restore -- FILE [--replace] [--yes]
  --replace  also into a database that holds a clinic, which is thrown away
  --yes      does not ask before that`

type Wishes = { file: string; replace: boolean; yes: boolean }

function wishes(): Wishes {
  const options = { replace: { type: 'boolean' }, yes: { type: 'boolean' } } as const
  const { values, positionals } = wordsOf(options, USAGE)
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new BackupError(USAGE)
  return { file: path.resolve(file), replace: values.replace ?? false, yes: values.yes ?? false }
}

/** Asks the person to type the clinic's name, so that merely pressing Enter never deletes a clinic. */
async function isConfirmed({ clinic, people, sales }: ExistingData, { replace, yes }: Wishes): Promise<boolean> {
  const what = `The database holds ${clinic}: ${people} people on file, ${sales} sales.`
  if (!replace) throw new BackupError(`${what} Nothing was changed. To throw that away, add --replace.`)
  if (yes) return true
  if (!process.stdin.isTTY) throw new BackupError(`${what} Nothing was changed. Without a terminal, add --yes as well.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(`${what}\nIt will be thrown away. Type ${clinic} to go on: `)
  terminal.close()
  return typed.trim() === clinic
}

await runProgram(async () => {
  const wanted = wishes()
  const env = readEnv()
  const startedAt = performance.now()
  const { made_at } = await checkBackup(wanted.file, env.backupPassphrase)
  const database = await openDatabase(env, { info: () => undefined, warn: printLines, error: printLines })
  try {
    const manifest = await restoreBackup({
      file: wanted.file,
      passphrase: env.backupPassphrase,
      ownerUrl: database.ownerUrl,
      appUrl: database.appUrl,
      uploadsDir: path.resolve(env.dataDir, 'uploads'),
      now: new Date(),
      mayReplace: (existing) => isConfirmed(existing, wanted),
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    printLines(
      `Restored the backup of ${formatInstant(new Date(made_at))}: ${rows} rows, ${manifest.uploads.length} pictures, ${seconds} s.`,
    )
    printLines('Everybody logs in again. Look at Transactions: the latest receipt number must be the one you remember.')
  } finally {
    // Gives the database a minute to stop, because it first writes everything to the disk.
    await database.stop(60_000)
  }
})
