import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import * as service from './service.ts'

type ClinicOptions = { clinicChanged: () => void; sendsEmail: boolean; judgeOpening: service.JudgeOpening }

export function clinicRoutes(registerEndpoint: RegisterEndpoint, options: ClinicOptions): void {
  registerEndpoint(clinicContract.read, async ({ tx, branchId }) => ({
    data: await service.clinicProfile(tx, branchId),
    sends_email: options.sendsEmail,
  }))
  registerEndpoint(clinicContract.save, async (context, { body }) => {
    const data = await context.inTransaction((inside) => service.saveClinic(inside, body, options.judgeOpening))
    // Told only now: a page that is filled while the change is being committed would still show what was.
    options.clinicChanged()
    return { data }
  })
}
