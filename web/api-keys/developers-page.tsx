import { BookOpenText, KeyRound, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { apiKeysContract as contract, type ApiKey } from '#shared/api-keys/contract.ts'
import { apiKeyMessages as s } from '#shared/api-keys/messages.ts'
import { formatDate, formatInstant } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { tableOf, useRead } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { WebhooksSection } from '#web/webhooks/webhooks-section.tsx'

const dialogs = () => import('./developer-dialogs.ts')
const AddKeyDialog = lazyDialog(async () => (await dialogs()).AddKeyDialog)
const ShownOnceDialog = lazyDialog(async () => (await dialogs()).ShownOnceDialog)

const tones = { active: 'success', stopped: 'danger', expired: 'warning', revoked: 'neutral' } as const

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const names = scopes.map((scope) => s.scopes[scope])
  return (
    <details>
      <summary className="min-h-touch cursor-pointer content-center">{s.scopeCount(scopes.length)}</summary>
      <ul className="list-disc pl-5 text-sm">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  )
}

const columns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    key: 'name',
    header: s.name,
    card: 'title',
    cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
  },
  {
    key: 'state',
    header: s.state,
    cell: ({ state }) => (
      <div>
        <Badge tone={tones[state]}>{s.states[state]}</Badge>
        {state === 'stopped' && <p className="text-sm text-ink-2">{s.stoppedHint}</p>}
      </div>
    ),
  },
  { key: 'scopes', header: s.mayDo, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  {
    key: 'expires',
    header: s.expires,
    cell: ({ expires_on }) => (expires_on === null ? s.never : formatDate(expires_on)),
  },
  {
    key: 'use',
    header: s.lastUse,
    cell: ({ last_used_at }) => (last_used_at === null ? s.neverUsed : formatInstant(last_used_at)),
  },
  {
    key: 'created',
    header: s.created,
    cell: ({ created_at, created_by }) => s.createdBy(created_by, formatInstant(created_at)),
  },
  {
    key: 'actions',
    header: s.actions,
    headerHidden: true,
    align: 'right',
    cell: (key) =>
      key.state !== 'revoked' && (
        <Button variant="danger-quiet" aria-label={s.revokeOf(key.name)} onClick={() => onRevoke(key)}>
          {s.revoke}
        </Button>
      ),
  },
]

/**
 * The page Developers, which connects other programs: the API keys with which they use the clinic's data, and the
 * webhooks that send them events.
 */
export default function DevelopersPage() {
  const read = useRead(contract.list, {}, { failed: s.failed })
  const created = useDialog(ShownOnceDialog, { texts: s.shownOnce })
  const add = useDialog(AddKeyDialog, { onCreated: created.open })
  const revoke = useAction(contract.revoke, {
    ask: ({ params }) => ({
      title: s.revokeTitle(read.data?.data.find(({ id }) => id === params.id)?.name ?? ''),
      body: s.revokeText,
      confirmLabel: s.revoke,
      cancelLabel: s.cancel,
      busyLabel: s.revoking,
      danger: true,
    }),
    done: s.revoked,
    failed: s.notRevoked,
    reread: [contract.list],
  })
  const { run } = revoke
  const shown = useMemo(() => columns(({ id }) => void run({ params: { id } })), [run])
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <>
            <a className={buttonClass()} href="/api/docs" target="_blank" rel="noreferrer">
              <BookOpenText size={18} aria-hidden="true" />
              {s.documentation}
            </a>
            <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => add.open({})}>
              {s.add}
            </Button>
          </>
        }
      />
      <DataTable
        label={s.keys}
        columns={shown}
        rows={read.data?.data}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={KeyRound} title={s.none} body={s.noneHint} />}
        cardsBelow="lg"
        {...tableOf(read)}
      />
      {add.element}
      {created.element}
      <WebhooksSection />
    </div>
  )
}
