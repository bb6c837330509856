import { documentNumber } from '#shared/clinic/document-name.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { listFileMessages } from '#shared/lib/lists/messages.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { cashManagementContract, Shift } from './management-contract.ts'
import { terminalsMessages as s } from './messages.ts'

const { columns } = listFileMessages

export const shiftFile: ListFile<Shift> = {
  name: 'shifts',
  layout: 'large',
  columns: [
    { header: s.date, kind: 'date', width: 24, value: (row) => row.business_date },
    { header: s.cashier, kind: 'text', width: 46, value: (row) => row.cashier_name },
    { header: s.terminal, kind: 'text', width: 40, value: (row) => row.terminal_name },
    { header: s.opened, kind: 'moment', width: 40, value: (row) => row.opened_at },
    { header: s.closed, kind: 'moment', width: 40, value: (row) => row.closed_at },
    { header: s.float, kind: 'amount', width: 28, value: (row) => row.float },
    { header: s.expected, kind: 'amount', width: 28, value: (row) => row.expected },
    { header: s.counted, kind: 'amount', width: 28, value: (row) => row.counted },
    { header: s.difference, kind: 'amount', width: 28, value: (row) => row.difference },
    { header: columns.reason, kind: 'text', value: (row) => row.difference_reason },
  ],
}

type Reading = Output<typeof cashManagementContract.readings>['data'][number]

export const readingFile: ListFile<Reading> = {
  name: 'z-readings',
  layout: 'wide',
  columns: [
    { header: s.number, kind: 'text', width: 26, value: (row) => documentNumber(row.number) },
    { header: s.date, kind: 'date', width: 26, value: (row) => row.business_date },
    { header: s.terminal, kind: 'text', value: (row) => row.terminal_name },
    { header: s.net, kind: 'amount', width: 36, value: (row) => row.net },
    { header: s.difference, kind: 'amount', width: 32, value: (row) => row.difference },
    { header: s.grandTotal, kind: 'amount', width: 42, value: (row) => row.grand_total },
    { header: s.prints, kind: 'count', width: 26, value: (row) => row.print_count },
  ],
}
