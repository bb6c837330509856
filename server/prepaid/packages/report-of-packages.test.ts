import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports } from '#shared/reports/reports.ts'
import { openPackageClinic, type PackageClinic } from './packages-fixture.ts'

let clinic: PackageClinic
beforeAll(async () => {
  clinic = await openPackageClinic()
})
afterAll(() => clinic.till.server.close())

async function rowsOf(name: 'money-paid-ahead' | 'money-paid-ahead-by-client') {
  const { data } = await clinic.asAdmin(reportsContract.read, {
    params: { report: name },
    querystring: { from: '2026-11-21', to: '2026-11-21' },
  })
  const { columns } = reports[name]
  return data.rows.map((cells) => Object.fromEntries(columns.map(({ key }, i) => [key, cells[i]])))
}

test('the reports of money paid ahead contain what is owed for packages, by package and by client', async () => {
  const sold = await clinic.sellPackage(await clinic.offer())
  await clinic.till.send(clinic.session(sold))
  await clinic.sellCard(300, { client_id: clinic.till.client.clientId })
  expect(await rowsOf('money-paid-ahead')).toMatchObject([
    {
      card: 'Glow Package',
      kind: prepaidMessages.kinds.package,
      client: 'Bianca Peña',
      owed_before: 0,
      paid_in: 5000,
      used: 1000,
      owed: 4000,
    },
    { kind: prepaidMessages.kinds.gift_card, paid_in: 300, owed: 300 },
  ])
  expect(await rowsOf('money-paid-ahead-by-client')).toMatchObject([{ client: 'Bianca Peña', cards: 2, owed: 4300 }])
})

test('in both reports of money paid ahead a package that was given away is owed to the client who has it now', async () => {
  const { otherClient } = clinic.till
  const sold = await clinic.sellPackage(await clinic.offer({ name: 'Given Package', is_transferable: true }))
  const transfer = { params: { id: sold.id }, body: { user_id: otherClient.id } }
  await clinic.asCashier(ownedPackagesContract.transfer, transfer)
  const given = (await rowsOf('money-paid-ahead')).filter((row) => row['card'] === 'Given Package')
  expect(given).toMatchObject([{ client: otherClient.name, owed: 5000 }])
  const ofClient = (await rowsOf('money-paid-ahead-by-client')).filter((row) => row['client'] === otherClient.name)
  expect(ofClient).toMatchObject([{ cards: 1, owed: 5000 }])
})
