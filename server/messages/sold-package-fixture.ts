import { randomUUID } from 'node:crypto'
import { packagesContract, type SoldPackage } from '#shared/prepaid/package-contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import type { MailClinic } from './message-fixture.ts'

type Sale = { service_id: string; user_id: string; sessions: number; months?: number; is_transferable?: boolean }

/** For tests: sells a client the Glow Package, which expires some months after the sale. */
export async function sellPackage(
  { admin, desk }: Pick<MailClinic, 'admin' | 'desk'>,
  { service_id, user_id, sessions, months = 12, is_transferable = false }: Sale,
): Promise<SoldPackage> {
  await admin(paymentSettingsContract.save, { body: { methods: ['cash', 'prepaid'], discount_limit: null } })
  const id = randomUUID()
  const body = {
    name: 'Glow Package',
    price: 3000,
    services: [{ service_id, sessions }],
    validity: 'sale' as const,
    validity_months: months,
    is_transferable,
    is_active: true,
  }
  await admin(packagesContract.save, { params: { id }, body })
  const sale = { package_id: id, user_id, price: 3000, method: 'cash' as const }
  return (await desk(packagesContract.sell, { body: sale }, { idempotencyKey: randomUUID() })).data
}
