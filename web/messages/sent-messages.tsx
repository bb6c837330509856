import { Mail, RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDate, formatInstant } from '#shared/lib/manila-time.ts'
import { messagesContract, type OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { MESSAGE_STATES, type MessageState as State } from '#shared/messages/message-types.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState, Loaded } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { IconButton } from '#web/ui/button.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { messageFile, recipientOf } from '#shared/messages/list-file.ts'

const tones: Record<State, Tone> = {
  queued: 'info',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  skipped: 'neutral',
}

const reasons: Readonly<Record<string, string>> = s.reasons

/** Why a message was not sent, or when it will be sent; null for a sent message. */
function reasonOf({ state, reason, send_at, sent_at }: OutboxMessage): string | null {
  if (state === 'sent') return sent_at && s.sentAt(formatInstant(sent_at))
  if (state === 'queued') {
    const leaves = s.waitsUntil(formatInstant(send_at))
    return reason === null ? leaves : `${s.triesAgain(reasons[reason] ?? reason)}. ${leaves}`
  }
  return reason === null ? null : (reasons[reason] ?? s.refused(reason))
}

/** Warns that a message may have arrived although the gateway gave no answer; null if the gateway answered each try. */
function deliveryWarning({ state, unanswered }: OutboxMessage): string | null {
  if (unanswered === 0) return null
  if (state === 'sent') return s.mayHaveArrivedTwice
  return state === 'failed' ? s.mayHaveArrivedAsk : s.mayHaveArrived
}

/** The type and channel of a sent message as its title. */
const messageTitle = ({ occasion, channel }: OutboxMessage) => `${s.messageTypeNames[occasion]}, ${s.channel[channel]}`

/** Shows the state of a message, with the reason why it was not sent or the time. */
function MessageState({ message }: { message: OutboxMessage }) {
  const doubt = deliveryWarning(message)
  return (
    <>
      <Badge tone={tones[message.state]}>{s.states[message.state]}</Badge>
      <span className="mt-1 block text-sm wrap-anywhere text-ink-2">{reasonOf(message)}</span>
      {doubt !== null && <span className="block text-sm text-ink-2">{doubt}</span>}
    </>
  )
}

const columnsFor = (onResend: (message: OutboxMessage) => void): Column<OutboxMessage>[] => [
  {
    key: 'person',
    header: s.person,
    cell: (message) => <span className="font-semibold">{recipientOf(message)}</span>,
    card: 'title',
    className: 'w-40 wrap-anywhere lg:w-56',
  },
  {
    key: 'about',
    header: s.about,
    cell: (message) => (
      <>
        {messageTitle(message)}
        {message.appointment_date !== null && message.appointment_time !== null && (
          <span className="block text-sm text-ink-2">
            {`${formatDate(message.appointment_date)}, ${formatStart(message.appointment_time)}`}
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
          label={s.resendOf(messageTitle(message), recipientOf(message))}
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
      body: s.resendBody(messageTitle(message), recipientOf(message)),
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
        <ListExport
          list={list}
          file={messageFile}
          endpoint={messagesContract.exportList}
          covers={[list.query.state && s.states[list.query.state]]}
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

type Client = { id: string; name: string }
type Message = OutboxMessage & { can_resend: boolean }

/** The messages sent to a client lately with their state, and a button to send one again. */
export function ClientMessages({ client }: { client: Client }) {
  const read = useRead(messagesContract.ofClient, { params: { id: client.id } }, { failed: s.ofClientNotLoaded })
  const { run } = useAction(
    ({ id }: Message) => api(messagesContract.resendToClient, { params: { id: client.id, message: id } }),
    {
      ask: (message) => ({
        title: s.resendTitle,
        body: s.resendBody(messageTitle(message), client.name),
        confirmLabel: s.resend,
        cancelLabel: s.cancel,
      }),
      done: ({ message }) => message,
      failed: s.notResent,
      reread: [messagesContract.ofClient],
    },
  )
  const total = read.data?.total ?? 0
  return (
    <SectionCard title={s.ofClient} aside={total > 0 && <Badge tone="primary">{total}</Badge>}>
      <Loaded read={read} skeleton="h-12">
        {({ data }) => (
          <>
            {total === 0 && <p className="text-sm text-ink-2">{s.ofClientNone}</p>}
            <ul className="divide-y divide-line">
              {data.map((message) => (
                <ClientMessage
                  key={message.id}
                  message={message}
                  name={client.name}
                  onResend={() => void run(message)}
                />
              ))}
            </ul>
            {total > data.length && <p className="mt-3 text-sm text-ink-2">{s.ofClientMore(data.length, total)}</p>}
          </>
        )}
      </Loaded>
    </SectionCard>
  )
}

type ClientMessageProps = { message: Message; name: string; onResend: () => void }

function ClientMessage({ message, name, onResend }: ClientMessageProps) {
  const { appointment_date: date, appointment_time: time, created_at } = message
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{messageTitle(message)}</p>
        <p className="tnum text-sm text-ink-2">
          {date !== null && time !== null && `${formatDate(date)}, ${formatStart(time)} · `}
          <time dateTime={created_at}>{formatInstant(created_at)}</time>
        </p>
      </div>
      <div className="min-w-0 basis-48">
        <MessageState message={message} />
      </div>
      <div className="size-11">
        {message.can_resend && (
          <IconButton
            label={s.resendOf(messageTitle(message), name)}
            icon={<RotateCw size={18} aria-hidden="true" />}
            onClick={onResend}
          />
        )}
      </div>
    </li>
  )
}
