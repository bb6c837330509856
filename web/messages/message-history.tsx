import { Mail, RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { formatDate, formatInstant, formatTime } from '#shared/lib/manila-time.ts'
import { messagesContract, type OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { MESSAGE_STATES } from '#shared/messages/occasions.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { api } from '#web/lib/api.ts'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/empty-state.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { aboutOf, MessageState, toOf } from './message-state.tsx'

const columnsFor = (onResend: (message: OutboxMessage) => void): Column<OutboxMessage>[] => [
  {
    key: 'person',
    header: s.person,
    cell: (message) => <span className="font-semibold">{toOf(message)}</span>,
    card: 'title',
    className: 'w-40 wrap-anywhere lg:w-56',
  },
  {
    key: 'about',
    header: s.about,
    cell: (message) => (
      <>
        {aboutOf(message)}
        {message.appointment_date !== null && message.appointment_time !== null && (
          <span className="block text-sm text-ink-2">
            {`${formatDate(message.appointment_date)}, ${formatTime(message.appointment_time)}`}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'state',
    header: s.state,
    cell: (message) => <MessageState message={message} />,
    className: 'w-52 lg:w-72',
  },
  {
    key: 'created',
    header: s.created,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatInstant(created_at)}</time>,
    align: 'right',
    className: 'w-36 lg:w-52 lg:whitespace-nowrap',
  },
  {
    key: 'actions',
    header: s.resend,
    headerHidden: true,
    card: 'actions',
    className: 'w-16',
    cell: (message) =>
      ['sent', 'failed', 'skipped'].includes(message.state) && (
        <IconButton
          label={s.resendOf(aboutOf(message), toOf(message))}
          icon={<RotateCw size={18} aria-hidden="true" />}
          onClick={() => onResend(message)}
        />
      ),
  },
]

const ALL = 'all'
const states = [
  { value: ALL, label: s.allStates },
  ...MESSAGE_STATES.map((state) => ({ value: state, label: s.states[state] })),
]

/** The messages of the last half year with their state. */
export function MessageHistory() {
  const list = useList(messagesContract.list, { failed: s.failedToLoad })
  const { run } = useAction(({ id }: OutboxMessage) => api(messagesContract.resend, { params: { id } }), {
    ask: (message) => ({
      title: s.resendTitle,
      body: s.resendBody(aboutOf(message), toOf(message)),
      confirmLabel: s.resend,
      cancelLabel: s.cancel,
    }),
    done: s.resent,
    failed: s.notResent,
    reread: [messagesContract.list],
  })
  const columns = useMemo(() => columnsFor((message) => void run(message)), [run])
  const isNarrowed = list.query.state !== undefined || list.query.search !== ''
  return (
    <section className="space-y-3" aria-label={s.history}>
      <div>
        <h2 className="text-lg font-bold">{s.history}</h2>
        <p className="text-sm text-ink-2">{s.historyHint}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <SearchBox label={s.search} {...list.searchBox} className="w-full md:w-auto md:min-w-52 md:flex-1" />
        <Select
          aria-label={s.filterByState}
          options={states}
          value={list.query.state ?? ALL}
          onChange={(state) => list.change({ state: MESSAGE_STATES.find((each) => each === state) })}
          className="w-full! md:w-56!"
        />
      </div>
      <DataTable
        label={s.history}
        columns={columns}
        rowKey={(message) => message.id}
        empty={
          <EmptyState
            icon={Mail}
            title={isNarrowed ? s.noneInFilter : s.none}
            body={isNarrowed ? undefined : s.noneHint}
          />
        }
        {...list.table}
      />
      <Pager {...list.pager} />
    </section>
  )
}
