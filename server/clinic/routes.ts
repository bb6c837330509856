import type { Implement } from '#server/lib/implement.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import * as service from './service.ts'

type ClinicOptions = { clinicChanged: () => void; sendsEmail: boolean }

export function clinicRoutes(implement: Implement, options: ClinicOptions): void {
  implement(clinicContract.read, async ({ tx, branchId }) => ({
    data: await service.clinicProfile(tx, branchId),
    sends_email: options.sendsEmail,
  }))
  implement(clinicContract.save, async (context, { body }) => {
    const data = await context.inTransaction((inside) => service.saveClinic(inside, body))
    // Told only now: a page that is filled while the change is being committed would still show what was.
    options.clinicChanged()
    return { data }
  })
}
