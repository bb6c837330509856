import type { Implement } from '#server/lib/implement.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import * as service from './service.ts'

export function clinicRoutes(implement: Implement, options: { clinicChanged: () => void }): void {
  implement(clinicContract.read, async ({ tx }) => ({ data: await service.clinicProfile(tx) }))
  implement(clinicContract.save, async (context, { body }) => {
    const data = await context.inTransaction((inside) => service.saveClinic(inside, body))
    // Told only now: a page that is filled while the change is being committed would still show what was.
    options.clinicChanged()
    return { data }
  })
}
