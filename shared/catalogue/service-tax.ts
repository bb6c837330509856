import { z } from 'zod'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'
import { strictBody } from '#shared/lib/fields.ts'

/** How a service is taxed, and whether card discounts (Senior Citizen, PWD) apply to it. */
export const serviceTax = strictBody({
  /** The tax class; it has an effect only if the clinic is registered for VAT. */
  tax_class: z.enum(TAX_CLASSES),
  /** If true, holders of a Senior Citizen or PWD card pay 20 % less for the service, and no VAT. */
  senior_pwd_eligible: z.boolean(),
  /** True for an invasive cosmetic procedure; it has an effect only if the clinic charges excise. */
  is_excise: z.boolean(),
})
export type ServiceTax = z.output<typeof serviceTax>

/** The tax settings of a new service. */
export const USUAL_TAX: ServiceTax = { tax_class: 'vatable', senior_pwd_eligible: false, is_excise: false }

/** Picks the tax settings from the fields of a service. */
export const taxOfService = ({ tax_class, senior_pwd_eligible, is_excise }: ServiceTax): ServiceTax => ({
  tax_class,
  senior_pwd_eligible,
  is_excise,
})
