import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, type Resolver } from 'react-hook-form'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import { clinicSentences as s } from '#shared/clinic/sentences.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'

const fields = [
  'name',
  'address',
  'location_label',
  'phone',
  'email',
  'tin',
  'hours_text',
  'receipt_foot',
  'facebook_url',
  'instagram_url',
  'tiktok_url',
] as const
export type ClinicTextField = (typeof fields)[number]
export type ClinicValues = Record<ClinicTextField, string> & Pick<ClinicProfile, 'opening_hours'>

// The schema takes more than this form gives (fields may be missing); the form always gives them all.
const resolver: Resolver<ClinicValues> = zodResolver(clinicContract.save.body) as never

const valuesOf = ({ needs_setup: _, ...profile }: ClinicProfile): ClinicValues => profile

/** State and submit of the clinic profile. */
export function useClinicForm(profile: ClinicProfile) {
  const queries = useQueryClient()
  const form = useForm({ resolver, defaultValues: valuesOf(profile) })
  const submit = form.handleSubmit(async (body) => {
    try {
      const { data } = await api(clinicContract.save, { body })
      form.reset(valuesOf(data))
    } catch (error) {
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: s.failedToSave, description: elsewhere.join('\n') })
      return
    }
    toast.success({ title: s.saved })
    void queries.invalidateQueries({ queryKey: [clinicContract.read.url] })
  })
  return { form, submit }
}
