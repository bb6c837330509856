import { useState } from 'react'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { affectedVisitsIn, useClearAffectedVisits, type AffectedVisits } from '#web/resources/affected-visits.tsx'

/** The values of a form of the clinic's profile. */
export type ClinicValues = Omit<ClinicProfile, 'logo_id' | 'needs_setup' | 'version'>

const valuesOf = ({
  needs_setup: _setup,
  logo_id: _logo,
  version: _version,
  ...profile
}: ClinicProfile): ClinicValues => profile

/** `onSaved` receives the visits that are outside of the new hours. */
type ClinicFormOptions = { done: string; failed: string; onSaved: (kept: AffectedVisits | undefined) => void }

/** The form of the clinic's profile; sending it again confirms that the affected visits were seen. */
export function useClinicForm(profile: ClinicProfile, { done, failed, onSaved }: ClinicFormOptions) {
  const [hit, setHit] = useState<AffectedVisits>()
  const { form, ...rest } = useContractForm(clinicContract.save, {
    values: valuesOf(profile),
    edits: { row: profile, valuesOf },
    input: (body) => ({ body: { ...body, despite_visits: hit !== undefined } }),
    done,
    failed: (error, others) =>
      errorDataOf(clinicContract.save, 'conflict', error) || others.length === 0
        ? null
        : { title: failed, description: others.join('\n') },
    onFailed: (error) => setHit(affectedVisitsIn(error, errorDataOf(clinicContract.save, 'conflict', error))),
    reread: [clinicContract.read],
    onDone: ({ data }) => {
      setHit(undefined)
      form.reset(valuesOf(data))
      onSaved(hit)
    },
  })
  useClearAffectedVisits(form, setHit)
  return { form, hit, ...rest }
}
