import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { KeptChart } from './contract.ts'
import { clinicalRecordMessages as s } from './messages.ts'

export const keptChartFile: ListFile<KeptChart> = {
  name: 'kept-charts',
  columns: [
    { header: s.client, kind: 'text', value: (row) => row.name },
    { header: s.lastVisit, kind: 'date', width: 32, value: (row) => row.last_visit },
    { header: s.keptUntil, kind: 'date', width: 32, value: (row) => row.kept_until },
  ],
}
