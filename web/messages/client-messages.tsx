import { RotateCw } from 'lucide-react'
import { formatDate, formatInstant, formatTime } from '#shared/lib/manila-time.ts'
import { messagesContract, type OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/skeleton.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { aboutOf, MessageState } from './message-state.tsx'

type Client = { id: string; name: string }
type Message = OutboxMessage & { can_resend: boolean }

/** The messages sent to a client lately with their state, and a button to send one again. */
export function ClientMessages({ client }: { client: Client }) {
  const { data, failure, isLoading } = useRead(
    messagesContract.ofClient,
    { params: { id: client.id } },
    { failed: s.ofClientNotLoaded },
  )
  const { run } = useAction(
    ({ id }: Message) => api(messagesContract.resendToClient, { params: { id: client.id, message: id } }),
    {
      ask: (message) => ({
        title: s.resendTitle,
        body: s.resendBody(aboutOf(message), client.name),
        confirmLabel: s.resend,
        cancelLabel: s.cancel,
      }),
      done: ({ message }) => message,
      failed: s.notResent,
      reread: [messagesContract.ofClient],
    },
  )
  const total = data?.total ?? 0
  return (
    <SectionCard title={s.ofClient} aside={total > 0 && <Badge tone="primary">{total}</Badge>}>
      {failure && <ErrorPanel {...failure} />}
      {isLoading && (
        <SkeletonGroup>
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
      {data && total === 0 && <p className="text-sm text-ink-2">{s.ofClientNone}</p>}
      <ul className="divide-y divide-line">
        {data?.data.map((message) => (
          <ClientMessage key={message.id} message={message} name={client.name} onResend={() => void run(message)} />
        ))}
      </ul>
      {data && total > data.data.length && (
        <p className="mt-3 text-sm text-ink-2">{s.ofClientMore(data.data.length, total)}</p>
      )}
    </SectionCard>
  )
}

type ClientMessageProps = { message: Message; name: string; onResend: () => void }

function ClientMessage({ message, name, onResend }: ClientMessageProps) {
  const { appointment_date: date, appointment_time: time, created_at } = message
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{aboutOf(message)}</p>
        <p className="tnum text-sm text-ink-2">
          {date !== null && time !== null && `${formatDate(date)}, ${formatTime(time)} · `}
          <time dateTime={created_at}>{formatInstant(created_at)}</time>
        </p>
      </div>
      <div className="min-w-0 basis-48">
        <MessageState message={message} />
      </div>
      <div className="size-11">
        {message.can_resend && (
          <IconButton
            label={s.resendOf(aboutOf(message), name)}
            icon={<RotateCw size={18} aria-hidden="true" />}
            onClick={onResend}
          />
        )}
      </div>
    </li>
  )
}
