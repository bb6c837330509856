import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { ListedCard } from './card-list-contract.ts'
import { cardListMessages as s } from './card-list-messages.ts'
import { prepaidMessages } from './messages.ts'

export const cardFile: ListFile<ListedCard> = {
  name: 'gift-cards',
  layout: 'wide',
  columns: [
    { header: s.ending, kind: 'text', width: 20, value: (row) => row.ending },
    { header: s.kind, kind: 'text', width: 28, value: (row) => prepaidMessages.kinds[row.kind] },
    { header: s.holder, kind: 'text', value: (row) => row.holder_name },
    { header: s.recipient, kind: 'text', width: 45, value: (row) => row.recipient_name },
    { header: s.amount, kind: 'amount', width: 30, value: (row) => row.amount },
    { header: s.balance, kind: 'amount', width: 30, value: (row) => row.balance },
    { header: s.openedOn, kind: 'moment', width: 36, value: (row) => row.opened_at },
    { header: s.state, kind: 'text', width: 26, value: (row) => s.states[row.state] },
  ],
}
