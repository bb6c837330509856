import { z } from 'zod'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'
import { strictBody } from '#shared/lib/fields.ts'

/** How a service is taxed, and whether the card of a Senior Citizen or a person with disability counts for it. */
export const serviceTax = strictBody({
  /** Counts in a clinic that is registered for VAT. */
  tax_class: z.enum(TAX_CLASSES),
  /** A Senior Citizen or a person with disability pays 20 % less for it, and no VAT. */
  senior_pwd_eligible: z.boolean(),
  /** An invasive cosmetic procedure: counts in a clinic that charges excise. */
  is_excise: z.boolean(),
})
export type ServiceTax = z.output<typeof serviceTax>

/** What a service has when nothing is said. */
export const USUAL_TAX: ServiceTax = { tax_class: 'vatable', senior_pwd_eligible: false, is_excise: false }

/** The tax settings of a service alone. */
export const taxOfService = ({ tax_class, senior_pwd_eligible, is_excise }: ServiceTax): ServiceTax => ({
  tax_class,
  senior_pwd_eligible,
  is_excise,
})
