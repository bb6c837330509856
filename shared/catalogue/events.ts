import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'

const named = z.object({ name: z.string() })
const underTreatment = z.object({ name: z.string(), treatment: z.string() })

/** The events of a kind of record that can be deleted and restored. */
const deletion = (subject: string) => ({
  deleted: eventType({
    kind: 'delete',
    subject,
    parameters: named,
    sentence: ({ name }) => `Deleted the ${subject} ${name}`,
  }),
  restored: eventType({
    kind: 'update',
    subject,
    parameters: named,
    sentence: ({ name }) => `Restored the ${subject} ${name}`,
  }),
})
const ofTreatment = deletion('treatment')
const ofService = deletion('service')
const ofAddOn = deletion('add-on')

export const catalogueEvents = eventTypesOf('catalogue', {
  'catalogue.treatment.created': eventType({
    kind: 'create',
    subject: 'treatment',
    parameters: named,
    sentence: ({ name }) => `Added the treatment ${name}`,
  }),
  'catalogue.treatment.changed': eventType({
    kind: 'update',
    subject: 'treatment',
    parameters: named,
    fields: {
      treatment_name: { label: 'name', value: 'text' },
      treatment_description: { label: 'description', value: 'long' },
      treatment_price: { label: 'price', value: 'pesos' },
    },
    sentence: ({ name }, changes) => `Changed the treatment ${name}${changes}`,
  }),
  'catalogue.treatment.deleted': ofTreatment.deleted,
  'catalogue.treatment.restored': ofTreatment.restored,
  'catalogue.service.created': eventType({
    kind: 'create',
    subject: 'service',
    parameters: underTreatment,
    sentence: ({ name, treatment }) => `Added the service ${name} to ${treatment}`,
  }),
  'catalogue.service.changed': eventType({
    kind: 'update',
    subject: 'service',
    parameters: named,
    fields: {
      service_name: { label: 'name', value: 'text' },
      service_description: { label: 'description', value: 'long' },
      service_price: { label: 'price', value: 'pesos' },
      treatment_id: { label: 'treatment', value: 'text' },
      service_pic: { label: 'picture', value: 'hidden' },
      duration_minutes: { label: 'minutes', value: 'text' },
      buffer_before_minutes: { label: 'minutes before', value: 'text' },
      buffer_after_minutes: { label: 'minutes after', value: 'text' },
      bookable_online: { label: 'booked online', value: 'text' },
      minimum_notice_minutes: { label: 'minutes of notice', value: 'text' },
      horizon_days: { label: 'days ahead', value: 'text' },
      rebook_after_days: { label: 'days to the next visit', value: 'text' },
      questions: { label: 'questions', value: 'hidden' },
      tax_class: { label: 'tax class', value: 'text' },
      senior_pwd_eligible: { label: 'Senior/PWD discount', value: 'text' },
      is_excise: { label: 'excise', value: 'text' },
    },
    sentence: ({ name }, changes) => `Changed the service ${name}${changes}`,
  }),
  'catalogue.service.supplies-changed': eventType({
    kind: 'update',
    subject: 'service',
    // `from` and `to` list the products that the service uses, with amounts, before and after the change; empty for
    // none.
    parameters: named.extend({ from: z.string(), to: z.string() }),
    sentence: ({ name, from, to }) =>
      `Changed the supplies of ${name} from ${from === '' ? 'none' : from} to ${to === '' ? 'none' : to}`,
  }),
  'catalogue.service.deleted': ofService.deleted,
  'catalogue.service.restored': ofService.restored,
  'catalogue.add-on.created': eventType({
    kind: 'create',
    subject: 'add-on',
    parameters: underTreatment,
    sentence: ({ name, treatment }) => `Added the add-on ${name} to ${treatment}`,
  }),
  'catalogue.add-on.changed': eventType({
    kind: 'update',
    subject: 'add-on',
    parameters: named,
    fields: {
      addOn_name: { label: 'name', value: 'text' },
      addOn_price: { label: 'price', value: 'pesos' },
      treatment_id: { label: 'treatment', value: 'text' },
    },
    sentence: ({ name }, changes) => `Changed the add-on ${name}${changes}`,
  }),
  'catalogue.add-on.deleted': ofAddOn.deleted,
  'catalogue.add-on.restored': ofAddOn.restored,
})
