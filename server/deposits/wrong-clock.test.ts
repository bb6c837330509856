import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { fingerprintTables } from '#server/test/fingerprint.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { openDepositClinic, type DepositClinic } from './deposits-fixture.ts'

/** Ends the shift and the day, because cash control can only be switched off then, and switches it off. */
async function switchOffCashControl(clinic: DepositClinic): Promise<void> {
  await clinic.close(clinic.shift.id, 3000)
  await clinic.closeDay()
  await clinic.asAdmin(cashManagementContract.saveSettings, { body: { is_on: false, allowed_difference: 50 } })
}

/** Makes the calls that sell and refund a package of one peel for ₱1,000. */
async function offerPackage({ asAdmin, asCashier, till }: DepositClinic) {
  const offered = {
    name: 'Glow Package',
    price: 1000,
    services: [{ service_id: till.catalogue.serviceId, sessions: 1 }],
    validity: 'none' as const,
    validity_months: null,
    is_transferable: false,
    is_active: true,
  }
  const { data } = await asAdmin(packagesContract.save, { params: { id: randomUUID() }, body: offered })
  const body = {
    package_id: data.id,
    user_id: till.client.id,
    price: 1000,
    method: 'gcash' as const,
  }
  return {
    sell: async () =>
      (
        await asCashier(
          packagesContract.sell,
          { body: { ...body, reference_number: randomUUID() } },
          { idempotencyKey: randomUUID() },
        )
      ).data,
    refund: (id: string) =>
      asAdmin(
        ownedPackagesContract.refund,
        { params: { id }, body: { amount: 1000, reason: 'Moved away' } },
        { idempotencyKey: randomUUID() },
      ),
  }
}

test.each([
  ['with', true],
  ['without', false],
])(
  '%s cash control, no gift card, package or deposit is sold, voided, refunded, verified, given back or kept while the clock is far off',
  async (_, hasCashControl) => {
    const clinic = await openDepositClinic()
    onTestFinished(() => clinic.server.close())
    const packages = await offerPackage(clinic)
    const card = await clinic.sellCard(1000)
    if (!hasCashControl) await switchOffCashControl(clinic)
    const client = await clinic.newClient()
    const paid = await clinic.paidDeposit(client)
    const { appointment_id } = await clinic.bookNext(client)
    const requested = (await clinic.list('requested')).find(({ visit }) => visit.appointment_id === appointment_id)!
    const owned = await packages.sell()
    const changes = [
      () => clinic.sellCard(500, { method: 'gcash', reference_number: 'GC 77' }),
      () => clinic.voidCard(card.id),
      () => packages.sell(),
      () => packages.refund(owned.id),
      () => clinic.verify(requested.id),
      () => clinic.settle(paid.id, 'returned'),
      () => clinic.settle(paid.id, 'kept'),
    ]
    const before = await fingerprintTables(clinic.db)
    for (const wrong of ['2031-08-05T09:00:00+08:00', '2026-11-18T09:00:00+08:00']) {
      clinic.at(wrong)
      for (const change of changes) {
        const { status, message } = await errorOf(change())
        expect({ status, message }).toEqual({
          status: 409,
          message: expect.stringContaining(s.clockRefused('').trim()),
        })
      }
      expect(await fingerprintTables(clinic.db)).toEqual(before)
    }
    clinic.at('2026-11-21T18:00:00+08:00')
    for (const change of changes.slice(0, -1)) await change()
  },
)
