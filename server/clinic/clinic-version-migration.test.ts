import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

test('the migration gives an existing clinic profile version 1, and later changes increase the version', async () => {
  const { run, rows, migrate, close } = await startEarlierDatabase('0022-version-of-the-clinic')
  onTestFinished(close)
  await run(`update branches set name = 'Perlas', phone = '0917'`)
  await migrate()
  expect(await rows('select name, phone, version from branches')).toEqual([
    { name: 'Perlas', phone: '0917', version: '1' },
  ])
  await run(`update branches set phone = '0918'`)
  expect(await rows('select name, phone, version from branches')).toEqual([
    { name: 'Perlas', phone: '0918', version: '2' },
  ])
})
