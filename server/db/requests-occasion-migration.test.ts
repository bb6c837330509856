import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const AT = `'2026-11-20T09:00:00+08:00'`

test.each([
  [0, 4, [{ occasion: 'requests_waiting', is_on: 'f' }]],
  [8, 8, []],
])(
  'the migration changes the hours after which staff are notified of waiting requests from %d to %d, and turns the value 0 into a switched-off message',
  async (before, after, off) => {
    const { rows, run, migrate, close } = await startEarlierDatabase('0084-requests-are-an-occasion')
    onTestFinished(close)
    const set = (hours: number) =>
      run(`insert into message_settings (branch_id, request_hours, updated_at) select id, ${hours}, ${AT} from branches
      on conflict (branch_id) do update set request_hours = ${hours}`)
    await set(before)
    await migrate()
    expect(await rows('select request_hours from message_settings')).toEqual([{ request_hours: String(after) }])
    expect(await rows('select occasion, is_on from message_occasions')).toEqual(off)
    await expect(set(0)).rejects.toThrow('message_settings__hours')
  },
)
