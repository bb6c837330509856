import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { Resource } from './contract.ts'
import { weekLines } from './hours-text.ts'
import { resourceMessages as s } from './messages.ts'

export const resourceFile: ListFile<Resource> = {
  name: 'resources',
  layout: 'wide',
  columns: [
    { header: s.columnName, kind: 'text', width: 50, value: (row) => row.name },
    { header: s.kind, kind: 'text', width: 30, value: (row) => s.kinds[row.kind] },
    { header: s.jobTitle, kind: 'text', width: 36, value: (row) => row.title },
    { header: s.columnServices, kind: 'text', value: (row) => row.services.map(({ name }) => name).join(', ') },
    { header: s.columnHours, kind: 'text', width: 60, value: (row) => weekLines(row.week).join('; ') || s.clinicHours },
    { header: s.active, kind: 'text', width: 22, value: (row) => (row.is_active ? s.active : s.inactive) },
  ],
}
