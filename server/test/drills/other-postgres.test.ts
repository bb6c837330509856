import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { rowsOf, temporaryFolder } from '#server/backup/backup-fixture.ts'
import { systemFolders } from '#server/db/embedded/binaries.ts'
import { ask, scratchFolder, startScratch } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { migrate } from '#server/db/migrate.ts'
import { isDrillNamed, recordFigure } from '../../../scripts/test/drill-form.ts'
import { loadDump, readKeptDumps } from '../kept-dumps.ts'

const run = promisify(execFile)

const runCommand = (name: string, args: string[], dataDir: string) =>
  run(process.execPath, [path.join(inject('programs'), `${name}.js`), ...args], {
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir },
  })

/** A data folder with a sample clinic, written by the PostgreSQL of this machine. */
async function writeWithOther(dataDir: string) {
  const server = await startScratch({ dataDir, packaged: null, searchPath: systemFolders('').join(path.delimiter) })
  const version = (await ask(server.ownerUrl, 'show server_version'))!
  await loadDump(readKeptDumps().at(-1)!, server.ownerUrl)
  await migrate(server)
  const rows = await rowsOf(server.ownerUrl)
  await server.stop()
  return { version, rows }
}

// This test needs a PostgreSQL on the machine whose major version differs from that of the PostgreSQL from npm.
test.runIf(isDrillNamed('other-postgres'))(
  'a backup, moving the data folder away and a restore bring every row of a clinic to another PostgreSQL version',
  async () => {
    const dataDir = path.join(scratchFolder(), 'data')
    const { version, rows } = await writeWithOther(dataDir)
    const written = Number(fs.readFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), 'utf8'))
    const file = path.join(temporaryFolder(), 'clinic.tar.gz')
    await runCommand('run-backup', [file], dataDir)
    fs.renameSync(path.join(dataDir, 'postgres'), path.join(dataDir, 'postgres.before'))
    await runCommand('run-restore', [file], dataDir)
    const restored = await startScratch({ dataDir })
    const now = (await ask(restored.ownerUrl, 'show server_version'))!
    expect(Number.parseInt(now)).not.toBe(written)
    const after = await rowsOf(restored.ownerUrl)
    // The tables of the history log are not compared, because the restore itself is logged.
    const isCompared = (table: string) => !table.startsWith('event')
    const different = [...rows].filter(
      ([table, before]) => isCompared(table) && JSON.stringify(after.get(table)) !== JSON.stringify(before),
    )
    const compared = [...rows].filter(([table]) => isCompared(table)).flatMap(([, each]) => each).length
    recordFigure({
      what: 'version of PostgreSQL that wrote the data; version into which the data were restored',
      value: `${version}, ${now}`,
    })
    recordFigure({ what: 'rows compared', value: compared })
    recordFigure({
      what: 'tables with a difference',
      value: different.length,
      goal: '0',
      isMissed: different.length > 0,
    })
    expect(different.map(([table]) => table)).toEqual([])
    expect(compared).toBeGreaterThan(1_000)
  },
)
