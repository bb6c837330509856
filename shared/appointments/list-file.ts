import { peopleOf, servicesOf, treatmentsOf } from '#shared/lib/visit-services.ts'
import { listFileMessages } from '#shared/lib/lists/messages.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import { deskMessages as s } from './desk-messages.ts'
import { statusMessages } from './messages.ts'
import type { StaffAppointment } from './records.ts'

const { columns } = listFileMessages

export const appointmentFile: ListFile<StaffAppointment> = {
  name: 'appointments',
  layout: 'wide',
  columns: [
    { header: columns.date, kind: 'date', width: 24, value: (row) => row.appointment_date },
    { header: s.time, kind: 'time', width: 20, value: (row) => row.appointment_time },
    { header: s.client, kind: 'text', width: 44, value: (row) => row.name },
    { header: columns.contactNumber, kind: 'text', width: 34, value: (row) => row.contact_number },
    { header: s.service, kind: 'text', value: servicesOf },
    { header: columns.treatment, kind: 'text', width: 34, value: treatmentsOf },
    { header: columns.practitioner, kind: 'text', width: 32, value: peopleOf },
    { header: s.status, kind: 'text', width: 22, value: (row) => statusMessages.statuses[row.status] },
    {
      header: columns.paidWith,
      kind: 'text',
      width: 30,
      value: (row) => row.paid_document ?? (row.is_paid ? s.paid : null),
    },
  ],
}
