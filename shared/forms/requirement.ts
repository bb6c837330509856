import { addMonths, type CivilDate } from '#shared/lib/manila-time.ts'

/**
 * How often clients must sign a form. A form with `once` is due from the first visit on, until the client has signed
 * it; a form with `by_hand` is never due, because only staff hand it over.
 */
export const FORM_FREQUENCIES = ['once', 'every_visit', 'every_months', 'by_hand'] as const
export type FormFrequency = (typeof FORM_FREQUENCIES)[number]

/** When clients are asked to sign a form. */
export type FormRequirement = {
  frequency: FormFrequency
  /** The number of months between two signed copies; null unless the frequency is `every_months`. */
  every_months: number | null
  /**
   * The treatments for whose visits the form is asked for; without treatments and services, it is asked for at every
   * visit.
   */
  treatment_ids: readonly string[]
  service_ids: readonly string[]
}

export type RequiredForm = FormRequirement & {
  id: string
  /** The number of the earliest version whose signed copies still count; later versions are small corrections of it. */
  valid_from_number: number
}

/**
 * The data of a signed copy that decides which forms are due. The client, or a guardian for the client, has signed it.
 */
export type SignedCopy = {
  form_id: string
  version_number: number
  signed_on: CivilDate
  /** The visit for which the form was signed; null if it was signed for none. */
  visit_id: string | null
}

/** A visit with the service and treatment of each of its parts. */
export type FormVisit = {
  id: string
  date: CivilDate
  services: readonly { service_id: string; treatment_id: string }[]
}

/** True if the form is for all visits, or for a service or treatment of this visit. */
const isAbout = ({ treatment_ids, service_ids }: FormRequirement, { services }: FormVisit): boolean =>
  (treatment_ids.length === 0 && service_ids.length === 0) ||
  services.some((one) => service_ids.includes(one.service_id) || treatment_ids.includes(one.treatment_id))

/** True if a signed copy still counts at the visit. */
function isCurrent(form: FormRequirement, copy: SignedCopy, visit: FormVisit): boolean {
  switch (form.frequency) {
    case 'once':
      return true
    case 'every_visit':
      return copy.visit_id === null ? copy.signed_on === visit.date : copy.visit_id === visit.id
    case 'every_months':
      return addMonths(copy.signed_on, form.every_months!) > visit.date
    case 'by_hand':
      return true
  }
}

/**
 * The forms that a client has yet to sign for a visit, in the order in which they are given. `copies` are all signed
 * copies of this client.
 */
export const formsDue = <F extends RequiredForm>(
  forms: readonly F[],
  copies: readonly SignedCopy[],
  visit: FormVisit,
): F[] =>
  forms.filter(
    (form) =>
      form.frequency !== 'by_hand' &&
      isAbout(form, visit) &&
      !copies.some(
        (copy) =>
          copy.form_id === form.id && copy.version_number >= form.valid_from_number && isCurrent(form, copy, visit),
      ),
  )
