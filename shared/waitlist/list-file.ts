import { servicesOf } from '#shared/lib/visit-services.ts'
import { listFileMessages } from '#shared/lib/lists/messages.ts'
import type { ListFile } from '#shared/lib/lists/list-file.ts'
import type { WaitlistEntry } from './contract.ts'
import { waitlistDeskMessages as words, waitlistMessages as s } from './messages.ts'
import { requestedParts } from './requested-time-text.ts'

const { columns } = listFileMessages

export const waitlistFile: ListFile<WaitlistEntry> = {
  name: 'waitlist',
  layout: 'wide',
  columns: [
    { header: words.client, kind: 'text', width: 42, value: (row) => row.client.name },
    { header: columns.contactNumber, kind: 'text', width: 34, value: (row) => row.client.contact_number },
    { header: words.service, kind: 'text', value: servicesOf },
    { header: columns.practitioner, kind: 'text', width: 32, value: (row) => row.practitioner_name ?? s.anyone },
    { header: s.firstDate, kind: 'date', width: 24, value: (row) => row.first_date },
    { header: s.lastDate, kind: 'date', width: 24, value: (row) => row.last_date },
    { header: s.parts, kind: 'text', width: 32, value: requestedParts },
    { header: words.state, kind: 'text', width: 20, value: (row) => s.states[row.state] },
    { header: columns.since, kind: 'moment', width: 36, value: (row) => row.created_at },
  ],
}
