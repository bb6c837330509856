import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import type { FormRow } from '#shared/forms/contract.ts'

/** Returns a sentence that says when clients are asked to sign a form. */
export function requirementText({ requirement }: Pick<FormRow, 'requirement'>): string {
  const { frequency, every_months, treatment_ids, service_ids } = requirement
  const often = frequency === 'every_months' ? s.monthsText(every_months ?? 1) : s.frequencies[frequency]
  const chosen = treatment_ids.length + service_ids.length
  return frequency === 'by_hand' || chosen === 0 ? often : s.forSome(often, chosen)
}
