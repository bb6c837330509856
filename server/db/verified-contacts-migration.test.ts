import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const AT = `'2026-11-20T09:00:00+08:00'`
const ID = '00000000-0000-4000-8000-000000000001'

test('after the migration no e-mail or phone number is confirmed, and changing one removes its confirmation', async () => {
  const { rows, run, migrate, close } = await startEarlierDatabase('0061-verified-contacts')
  onTestFinished(close)
  await run(`
    insert into people (id, first_name, email, contact_number, contact_normalised, created_at, updated_at, search_text)
      values ('${ID}', 'Ana', 'ana@example.ph', '0917 123 4567', '+639171234567', ${AT}, ${AT}, 'ana');
    insert into accounts (id, person_id, role, created_at, updated_at) values ('${ID}', '${ID}', 'admin', ${AT}, ${AT})`)
  await migrate()
  const verified = () =>
    rows(
      `select email, email_verified_at is not null as email_is, phone_verified_at is not null as phone_is from people`,
    )
  expect(await verified()).toEqual([{ email: 'ana@example.ph', email_is: 'f', phone_is: 'f' }])
  await run(`update people set email_verified_at = ${AT}, phone_verified_at = ${AT};
    insert into email_links values ('${ID}', '\\x01', ${AT}, '2026-11-22T00:00Z');
    insert into phone_codes values ('${ID}', '\\x01', 0, ${AT}, '2026-11-22T00:00Z');
    update people set location = 'Quezon City', contact_number = '+63 917 123 4567'`)
  expect(await verified()).toEqual([{ email: 'ana@example.ph', email_is: 't', phone_is: 't' }])
  await run(`update people set email = 'bea@example.ph'`)
  expect(await verified()).toEqual([{ email: 'bea@example.ph', email_is: 'f', phone_is: 't' }])
  await run(`update people set contact_number = null, contact_normalised = null`)
  expect(await verified()).toEqual([{ email: 'bea@example.ph', email_is: 'f', phone_is: 'f' }])
  expect(await rows('select from email_links union all select from phone_codes')).toEqual([])
  await expect(run(`update people set phone_verified_at = ${AT}`)).rejects.toThrow('people__verified')
  const settings = (hours: number) =>
    run(`insert into message_settings (branch_id, request_hours, updated_at) select id, ${hours}, ${AT} from branches`)
  await expect(settings(73)).rejects.toThrow('message_settings__hours')
  await settings(0)
  const invite = (until: string) => run(`insert into invitations values ('${ID}', '${ID}', ${AT}, '${until}')`)
  await expect(invite('2026-11-19T00:00Z')).rejects.toThrow('invitations__times')
  await invite('2026-11-27T00:00Z')
})
