import { listFileMessages } from '#shared/lib/lists/messages.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { UserRow } from './contract.ts'
import { userMessages as s } from './messages.ts'

const { columns } = listFileMessages

export const userFile: ListFile<UserRow> = {
  name: 'users',
  layout: 'wide',
  columns: [
    { header: s.user, kind: 'text', value: (row) => row.name },
    { header: s.email, kind: 'text', width: 70, value: (row) => row.email },
    { header: columns.contactNumber, kind: 'text', width: 40, value: (row) => row.contact_number },
    { header: s.role, kind: 'text', width: 28, value: (row) => s.roles[row.role] },
    { header: s.status, kind: 'text', width: 36, value: (row) => s.statuses[row.status] },
    { header: s.joinDate, kind: 'date', width: 28, value: (row) => row.joinDate.slice(0, 10) },
  ],
}
