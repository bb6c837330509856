import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { openCashClinic, type CashClinic } from './cash-fixture.ts'

const PROGRAM = path.resolve('tools/readings/check-readings.mjs')

type Export = Answer<typeof cashManagementContract.exportReadings>

let clinic: CashClinic
let exported: Export
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutya-readings-'))
beforeAll(async () => {
  clinic = await openCashClinic()
  for (const date of ['2026-11-21', '2026-11-22', '2026-11-23']) {
    clinic.at(`${date}T09:00:00+08:00`)
    const shift = await clinic.open(1000)
    await clinic.peel()
    await clinic.close(shift.id, 2500)
    await clinic.closeDay(date)
  }
  exported = await clinic.asAdmin(cashManagementContract.exportReadings, {})
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  await clinic.server.close()
})

/** Runs the stand-alone program on a copy of the export that `change` has altered. */
function check(change: (copy: Export) => void = () => undefined) {
  const copy = structuredClone(exported)
  change(copy)
  const file = path.join(folder, 'readings.json')
  fs.writeFileSync(file, JSON.stringify(copy))
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, file], { encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

test('the stand-alone program for checking Z-readings confirms the readings of an export, and the history log records the export', async () => {
  expect(check()).toEqual({
    status: 0,
    lines: [
      'Front desk: 3 readings, grand total 4500.00 pesos.',
      `Hash of its last reading: ${exported.readings[2]!.hash.match(/.{16}/g)!.join(' ')}`,
      'The chain is complete and unchanged.',
    ],
  })
  expect((await lastLogEntry(clinic.server.db)).action).toBe('Exported 3 Z-readings')
})

test.each<[string, (copy: Export) => void, string]>([
  [
    'changed content',
    ({ readings }) => void (readings[1]!.content = readings[1]!.content.replace('"net":150000', '"net":140000')),
    'Z-reading 2 of Front desk: the hash does not fit to the content, so the content was changed.',
  ],
  [
    'a removed reading',
    ({ readings }) => void readings.splice(1, 1),
    'Z-reading 3 of Front desk: number 2 is missing before it.',
  ],
  [
    'damaged content',
    ({ readings }) => void (readings[2]!.content = readings[2]!.content.slice(0, 20)),
    'Z-reading 3 of Front desk: the content is damaged.',
  ],
  [
    'content without its sums',
    ({ readings }) => void (readings[2]!.content = 'null'),
    'Z-reading 3 of Front desk: the content is damaged.',
  ],
])('the stand-alone program for checking Z-readings reports %s', (_what, change, line) => {
  const { status, lines } = check(change)
  expect(status).toBe(1)
  expect(lines).toContain(line)
})
