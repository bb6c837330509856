import { isClinicalRecordOn } from '#server/db/chart-facts.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { acceptClock, readClock } from './clock.ts'
import { documentSettings, issuedNow, saveDocuments } from './documents.ts'
import * as clinic from './clinic-profile.ts'
import type { SendsEmail } from '#server/messages/transport/stored-mailer.ts'

type ClinicOptions = {
  clinicChanged: () => void
  sendsEmail: SendsEmail
  countVisitsOutsideOpening: clinic.CountAffectedVisits
}

export function clinicRoutes(registerEndpoint: RegisterEndpoint, options: ClinicOptions): void {
  registerEndpoint(clinicContract.read, async ({ tx, branchId }) => ({
    data: await clinic.clinicProfile(tx, branchId),
    sends_email: await options.sendsEmail({ tx, branchId }),
    ...((await isClinicalRecordOn(tx, branchId)) && { keeps_charts: true as const }),
  }))
  registerEndpoint(clinicContract.save, async (context, { body }) => {
    const data = await context.inTransaction((inside) =>
      clinic.saveClinic(inside, body, options.countVisitsOutsideOpening),
    )
    // Called after the commit, because a page that was rendered during the transaction would still show the old data.
    options.clinicChanged()
    return { data }
  })
  registerEndpoint(documentsContract.read, async ({ tx, branchId }) => ({
    data: await documentSettings(tx, branchId),
  }))
  registerEndpoint(documentsContract.mode, async ({ tx, branchId }) => ({
    data: await issuedNow(tx, branchId),
  }))
  registerEndpoint(documentsContract.save, async (context, { body }) => ({ data: await saveDocuments(context, body) }))
  registerEndpoint(documentsContract.clock, async (context) => ({ data: await readClock(context) }))
  registerEndpoint(documentsContract.acceptClock, async (context, { body }) => ({
    data: await acceptClock(context, body.date),
  }))
}
