import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

test('after the migration clients can move a visit until a day before, and cancel it until it starts', async () => {
  const { rows, run, migrate, close } = await startEarlierDatabase('0037-self-service')
  onTestFinished(close)
  await run(`update branches set name = 'Ganda Clinic'`)
  await migrate()
  expect(await rows('select name, move_notice_hours, cancel_notice_hours from branches')).toEqual([
    { name: 'Ganda Clinic', move_notice_hours: '24', cancel_notice_hours: '0' },
  ])
  await expect(run('update branches set cancel_notice_hours = 169')).rejects.toThrow('branches__notice_hours')
  await expect(run('update branches set move_notice_hours = -1')).rejects.toThrow('branches__notice_hours')
})
