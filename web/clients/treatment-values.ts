import type { FieldErrors, Resolver } from 'react-hook-form'
import { clientSentences as s } from '#shared/clients/sentences.ts'

/** What a form of `TreatmentChoiceFields` holds: what was done, and when. */
export type TreatmentValues = { treatment_id: string; service_ids: string[]; add_on_ids: string[]; date: string }

/** Without a treatment that is what is missing: its services cannot be chosen yet and are not asked for. */
export const treatmentFirst =
  <Values extends TreatmentValues>(resolver: Resolver<Values>): Resolver<Values> =>
  async (values, context, options) => {
    const judged = await resolver(values, context, options)
    if (values.treatment_id !== '') return judged
    const { service_ids: _, ...errors } = judged.errors as FieldErrors<TreatmentValues>
    const treatment_id = { type: 'required', message: s.treatmentRequired }
    return { values: {}, errors: { ...errors, treatment_id } as FieldErrors<Values> }
  }
