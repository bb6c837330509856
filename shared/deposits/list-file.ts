import type { ListFile } from '#shared/lib/lists/list-file.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import type { Deposit } from './contract.ts'
import { clientDepositMessages } from './client-messages.ts'
import { depositMessages as s } from './messages.ts'

/** The reference number of the verified payment; before that, the one that the client has reported. */
const referenceOf = ({ payment, report }: Deposit) => (payment ?? report)?.reference_number ?? null

const methodOf = ({ payment, report }: Deposit) => {
  const method = (payment ?? report)?.method
  return method === undefined ? null : methodMessages.methods[method]
}

export const depositFile: ListFile<Deposit> = {
  name: 'deposits',
  layout: 'wide',
  columns: [
    { header: s.client, kind: 'text', value: ({ client }) => client.name },
    { header: s.visit, kind: 'date', width: 26, value: ({ visit }) => visit.appointment_date },
    { header: s.services, kind: 'text', width: 60, value: ({ visit }) => visit.services.join(', ') },
    { header: s.amount, kind: 'amount', width: 28, value: ({ amount }) => amount },
    { header: s.balance, kind: 'amount', width: 28, value: ({ balance }) => balance },
    { header: clientDepositMessages.method, kind: 'text', width: 28, value: methodOf },
    { header: clientDepositMessages.reference, kind: 'text', width: 40, value: referenceOf },
    { header: s.status, kind: 'text', width: 36, value: ({ status }) => s.statuses[status] },
  ],
}
