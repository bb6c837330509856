import { listFileMessages } from '#shared/lib/lists/messages.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { ClientRow } from './contract.ts'
import { clientMessages as s } from './messages.ts'

const { columns } = listFileMessages

export const clientFile: ListFile<ClientRow> = {
  name: 'clients',
  layout: 'wide',
  columns: [
    { header: s.name, kind: 'text', value: (row) => row.name },
    { header: s.contactNumber, kind: 'text', width: 40, value: (row) => row.contact_number },
    { header: s.email, kind: 'text', width: 66, value: (row) => row.email },
    { header: columns.servicesAvailed, kind: 'count', width: 26, value: (row) => row.services_availed },
    { header: s.lastVisit, kind: 'date', width: 28, value: (row) => row.last_visit },
    { header: s.joined, kind: 'date', width: 28, value: (row) => row.joined_at.slice(0, 10) },
  ],
}
