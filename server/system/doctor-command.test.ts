import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/test/database.ts'

/** Runs the built `npm run doctor`. */
function runDoctor(env: Record<string, string>) {
  const program = path.join(inject('programs'), 'run-doctor.js')
  const { status, stdout } = spawnSync(process.execPath, [program], {
    env: { PATH: '/usr/bin:/bin', ...env },
    encoding: 'utf8',
  })
  return { status, lines: stdout.trim().split('\n') }
}

test('the doctor command says for each part of the server what works and what to do, and exits with 1 if there is a problem', async () => {
  const database = await createTestDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doctor-'))
  onTestFinished(async () => {
    await database.drop()
    fs.rmSync(folder, { recursive: true })
  })
  const env = { DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.ownerUrl, DATA_DIR: folder }

  const works = runDoctor({ ...env, BACKUP_DIR: folder })
  const names = [
    'Disk',
    'Clock',
    'Database',
    'E-mail',
    'Notifications on devices',
    'Backups',
    'Copies of backups',
    'Trial restore',
    'Proxy',
    'Versions',
  ]
  expect(works.lines.map((line) => /^[✓!] (.+?): \S/.exec(line)?.[1])).toEqual(names)
  expect(works.status).toBe(0)

  const behindProxy = runDoctor({ ...env, BACKUP_DIR: '/nowhere/at/all', PUBLIC_URL: 'https://clinic.example.ph' })
  expect(behindProxy.status).toBe(1)
  expect(behindProxy.lines.filter((line) => line.startsWith('✗'))).toEqual([
    expect.stringMatching(/^✗ Backups: Mutya cannot write to \/nowhere\/at\/all\./),
    expect.stringMatching(/^✗ Proxy: .* Set TRUSTED_PROXY /),
  ])

  const away = new URL(database.appUrl)
  away.pathname = '/nowhere'
  const without = runDoctor({ DATABASE_URL: away.href, DATA_DIR: folder })
  expect(without.status).toBe(1)
  expect(without.lines).toHaveLength(names.length)
  expect(without.lines[2]).toMatch(/^✗ Database: The database cannot be used: .*nowhere/)
})
