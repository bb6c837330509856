import { expect, test } from 'vitest'
import { z } from 'zod'
import { appointmentsContract as appointments } from './appointments/contract.ts'
import { authContract as auth } from './auth/contract.ts'
import { catalogueContract as catalogue } from './catalogue/contract.ts'
import { clientsContract as clients } from './clients/contract.ts'
import { manualClientContract as manual } from './clients/manual-client-contract.ts'
import { closedDatesContract as closures } from './closed-dates/contract.ts'
import { dashboardContract as dashboard } from './dashboard/contract.ts'
import { historyLogsContract as logs } from './history-logs/contract.ts'
import { inventoryContract as inventory } from './inventory/contract.ts'
import { profileContract as profile } from './profile/contract.ts'
import { salesContract as sales } from './sales/contract.ts'
import { usersContract as users } from './users/contract.ts'

/** The field names of a record, including nested ones: `addOns.addOn_name`. */
function fieldsOf(schema: unknown, path: string[] = []): string[] {
  const list = path.join('.')
  if (schema instanceof z.ZodObject)
    return [list, ...Object.entries(schema.shape).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]))]
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap(), path)
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in, path)
  return [list]
}

/** The fields of each entity, copied by hand from the specification. */
const read: readonly (readonly [entity: string, schema: unknown, at: string, fields: string])[] = [
  [
    'product',
    inventory.products.response,
    'data',
    'id name image quantity unit_type category_id category_name updated_at',
  ],
  ['category', inventory.categories.response, 'data', 'id name created_at'],
  [
    'client in lists',
    clients.list.response,
    'clients',
    'id name first_name middle_name last_name suffix email contact_number user_id joined_at services_availed',
  ],
  [
    'client in detail',
    clients.detail.response,
    'data.services_availed',
    'service_id service_name treatment_name date addons.addon_id addons.addOn_name addons.quantity',
  ],
  ['user', users.list.response, 'users', 'id name username email contact_number role status joinDate'],
  ['user of a log-in', auth.login.response, 'user', 'id name email user_role'],
  [
    'treatment',
    catalogue.treatments.response,
    'data',
    'id treatment_name treatment_description treatment_price is_delete',
  ],
  ['treatment in detail', catalogue.treatment.response, 'data', 'treatment_name services addOns'],
  [
    'service',
    catalogue.services.response,
    'data',
    'id service_id service_name Service_name Service_description Service_price service_pic treatment_name treatment_id',
  ],
  ['add-on', catalogue.addOns.response, 'data', 'id addOn_id addOn_name addOn_price treatment_name treatment_id'],
  [
    'appointment (staff view)',
    appointments.list.response,
    'appointments',
    'id name appointment_date appointment_time status treatment_id service_id treatment_name service_name user_id appointment_id contact_number done_at',
  ],
  [
    'appointment (customer view)',
    appointments.mine.response,
    'appointments',
    'appointment_id service_name appointment_date appointment_time appointment_status',
  ],
  ['disabled date', closures.changeRemark.response, 'data', 'id date remark status'],
  [
    'transaction (list)',
    sales.list.response,
    'data',
    'id customer_name transaction_date subtotal payment_method treatments.treatment_name treatments.service_name treatments.addOns.addOn_name treatments.addOns.quantity',
  ],
  ['transaction (customer view)', sales.mine.response, 'data', 'transaction_id treatments'],
  [
    'customer profile user',
    profile.read.response,
    'data',
    'name contact_number email photo location Account_created_at smsActivated id',
  ],
  ['daily sales', sales.dailySales.response, 'data', 'daily_sales growth_rate transaction_count'],
  [
    'monthly sales',
    dashboard.monthlySales.response,
    'data',
    'Monthly-sales.month Monthly-sales.total_sales Today_sales daily_growth_rate',
  ],
  [
    'clients of the dashboard',
    dashboard.clients.response,
    'data',
    'total_clients catered_clients_this_month catered_clients_last_month',
  ],
  ['history log', logs.list.response, 'logs', 'id user action type timestamp'],
  ['existing user', manual.users.response, 'clients', 'id name email contact_number'],
  ['client contact', clients.contacts.response, 'data', 'user_id name contact_number'],
  ['public holiday', closures.holidays.response, 'data', 'localName date'],
  ['taken times', appointments.unavailableTimes.response, '', 'appointment_times'],
  ['disabling a date', appointments.disableDates.response, '', 'success data.id'],
  ['profile that was saved', profile.update.response, '', 'user userRole'],
]

/** The request fields that the specification names for each call. */
const sent: readonly (readonly [what: string, schema: unknown, fields: string])[] = [
  ['registration', auth.register.body, 'name email password user_role'],
  ['log-in', auth.login.body, 'email password'],
  ['own profile', profile.update.body, 'name contact email location'],
  ['product', inventory.createProduct.body, 'name quantity unit_type category_id image'],
  ['category', inventory.createCategory.body, 'name'],
  ['disabled dates', appointments.disableDates.body, 'date remark'],
  [
    'booking',
    appointments.book.body,
    'user_id contact_number appointment_date appointment_time treatment_id service_id',
  ],
  ['status', appointments.updateStatus.body, 'status'],
  ['reschedule', appointments.reschedule.body, 'appointment_id appointment_date appointment_time'],
  ['date of the taken times', appointments.unavailableTimes.body, 'date'],
  ['treatment', catalogue.createTreatment.body, 'treatment_name treatment_description treatment_price'],
  ['service', catalogue.createService.body, 'service_name service_description service_price treatment_id service_pic'],
  ['add-on', catalogue.createAddOn.body, 'addOn_name addOn_price treatment_id'],
  ['walk-in client', clients.create.body, 'name email password'],
  [
    'manual client',
    manual.create.body,
    'user_id name email contact_number password treatment_id service_ids add_on_ids date',
  ],
  ['addition to the history', manual.addServices.body, 'service_ids add_on_ids contact_number date'],
  ['account of a customer', clients.assignAccount.body, 'name email password customer_name client_id'],
  ['prices of services', catalogue.servicesByIds.body, 'service_ids'],
  [
    'transaction',
    sales.checkout.body,
    'customer_name treatments total discount is_discounted reference_number total_after_discount received_money exchange_money payment_method transaction_date user_id appointment_id is_walk_in email contact_number',
  ],
  [
    'order line',
    sales.checkout.body,
    'treatments.service_id treatments.name treatments.quantity treatments.price treatments.treatment_id treatments.addOns.addOn_id treatments.addOns.addOn_name treatments.addOns.addOn_price treatments.addOns.quantity',
  ],
]

const missing = (schema: unknown, at: string, fields: string) => {
  const known = new Set(fieldsOf(schema))
  return fields.split(' ').filter((field) => !known.has(at ? `${at}.${field}` : field))
}

test.each(read)('the answer for a %s has the fields of the specification', (_, schema, at, fields) => {
  expect(missing(schema, at, fields)).toEqual([])
})

test.each(sent)('the body of %s has the fields of the specification', (_, schema, fields) => {
  expect(missing(schema, '', fields)).toEqual([])
})

test('the comparison with the specified fields detects a missing field', () => {
  expect(missing(catalogue.addOns.response, 'data', 'id nowhere')).toEqual(['nowhere'])
})
