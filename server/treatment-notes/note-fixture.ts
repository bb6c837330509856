import { randomUUID } from 'node:crypto'
import { startChartClinic, type ChartClinic } from '#server/charts/chart-fixture.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import type { Caller } from '#server/test/server.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import {
  treatmentNotesContract as contract,
  type NoteWorkspace,
  type TreatmentNote,
} from '#shared/treatment-notes/contract.ts'
import { emptyNote, toSentContent, type NoteContent, type NoteProduct } from '#shared/treatment-notes/note.ts'

type Of = { clientId: string; appointmentId: string }
type Sent = Partial<NoteContent> & { base?: number; save_id?: string; template?: string }

/** Saves the treatment note of a visit; by default a new one with the toxin template. */
export const write = async (
  as: Caller,
  params: Of,
  { base = 0, save_id = randomUUID(), template = 'toxin', ...content }: Sent,
): Promise<TreatmentNote> =>
  (
    await as(contract.save, {
      params,
      body: {
        save_id,
        base_version: base,
        template_key: template,
        content: toSentContent({ ...emptyNote, ...content }),
      },
    })
  ).data

export const sign = (as: Caller, params: Of, version: number, accept_expired = false) =>
  as(contract.sign, { params, body: { accept_expired } }, ifMatchVersion(version))

export const open = async (as: Caller, params: Of): Promise<NoteWorkspace> => (await as(contract.open, { params })).data

export const botox = (changes: Partial<NoteProduct> = {}): NoteProduct => ({
  id: 'p',
  name: 'Botox',
  product_id: null,
  amount: 20,
  unit: 'units',
  batch: 'C71-42',
  expires_on: '2027-06-30',
  area: '',
  ...changes,
})

export type NoteClinic = ChartClinic & {
  /** A visit of today with Dra. Reyes, for a new client or for the client of an earlier visit. */
  newVisit: (client?: TestUser) => Promise<Of & { client: TestUser }>
}

export async function startNoteClinic(): Promise<NoteClinic> {
  const clinic = await startChartClinic()
  let minutes = 9 * 60
  return {
    ...clinic,
    newVisit: async (client) => {
      const owner = client ?? (await createUser(clinic.server.db, 'client'))
      minutes += 30
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 === 0 ? '00' : '30'}:00`
      const body = {
        ...clinic.visit('2026-11-23', time, owner.id),
        practitioner_id: clinic.reyesId,
        status: 'confirmed' as const,
      }
      const { data } = await clinic.desk(appointmentsContract.book, { body })
      return { clientId: owner.clientId!, appointmentId: data.appointment_id, client: owner }
    },
  }
}
