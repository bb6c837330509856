import { brandColour } from '#server/clinic/service.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { letterhead, type Letterhead } from '#shared/messages/mail-body.ts'

/** The header and footer of the clinic's e-mails, in its colour. */
export const letterheadOf = async (
  tx: ReadTx,
  branchId: string,
  clinic: ClinicProfile,
  publicUrl: string | undefined,
): Promise<Letterhead> => letterhead({ ...clinic, colour: await brandColour(tx, branchId) }, publicUrl)
