import { listFileMessages } from '#shared/lib/lists/messages.ts'
import type { FileColumn, ListFile } from '#shared/lib/lists/list-file.ts'
import { managementMessages as s } from './messages.ts'
import type { AddOn, Service, Treatment } from './records.ts'

const { columns, ...words } = listFileMessages

const ofTreatment: FileColumn<{ treatment_name: string }> = {
  header: s.treatment,
  kind: 'text',
  width: 50,
  value: (row) => row.treatment_name,
}

export const treatmentFile: ListFile<Treatment> = {
  name: 'treatments',
  columns: [
    { header: s.treatmentName, kind: 'text', width: 60, value: (row) => row.treatment_name },
    { header: s.description, kind: 'text', value: (row) => row.treatment_description },
    { header: s.price, kind: 'amount', width: 30, value: (row) => row.treatment_price },
  ],
}

export const serviceFile: ListFile<Service> = {
  name: 'services',
  layout: 'wide',
  columns: [
    { header: s.serviceName, kind: 'text', width: 56, value: (row) => row.service_name },
    ofTreatment,
    { header: s.description, kind: 'text', value: (row) => row.service_description },
    { header: s.price, kind: 'amount', width: 28, value: (row) => row.service_price },
    { header: columns.minutes, kind: 'count', width: 22, value: (row) => row.duration_minutes },
    { header: s.bookableOnline, kind: 'text', width: 32, value: (row) => (row.bookable_online ? words.yes : words.no) },
    { header: s.seniorPwd, kind: 'text', width: 32, value: (row) => (row.senior_pwd_eligible ? words.yes : words.no) },
  ],
}

export const addOnFile: ListFile<AddOn> = {
  name: 'add-ons',
  columns: [
    { header: s.addOnName, kind: 'text', value: (row) => row.addOn_name },
    ofTreatment,
    { header: s.price, kind: 'amount', width: 30, value: (row) => row.addOn_price },
  ],
}
