import { clsx } from 'clsx'
import { KeyRound, Pencil, Trash2, UserX } from 'lucide-react'
import { Link } from 'react-router'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import type { UserRow } from '#shared/users/contract.ts'
import { closureRequestMessages, userMessages as s } from '#shared/users/messages.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmailText } from '#web/ui/data/contact-text.tsx'
import type { Column } from '#web/ui/data/data-table.tsx'
import { IconButton } from '#web/ui/button.tsx'
import type { Tone } from '#web/ui/tone.ts'

const statusTones: Record<UserRow['status'], Tone> = {
  Active: 'success',
  'Must set password': 'warning',
  Closed: 'neutral',
}
const roleTones: Record<UserRow['role'], Tone> = {
  admin: 'violet',
  cashier: 'info',
  practitioner: 'gold',
  client: 'primary',
}

function Name({ user, isOwn }: { user: UserRow; isOwn: boolean }) {
  return (
    <span className="flex items-center gap-3 py-1.5">
      {/* The avatar is decorative and hidden on tablets, where the text needs the space. */}
      <Avatar name={user.name} size="sm" className="hidden! cards:grid! @min-[54rem]/cards-md:grid!" />
      <span className="min-w-0 font-semibold wrap-anywhere">{user.name}</span>
      {isOwn && <Badge>{s.you}</Badge>}
    </span>
  )
}

type Actions = {
  ownId: string
  onEdit: (user: UserRow) => void
  onLink: (user: UserRow) => void
  onDelete: (user: UserRow) => void
  /** Opens the person's closure request. */
  onReview: (user: UserRow) => void
}

/**
 * The buttons of a user's row. A closed account only has the history button. Users cannot delete themselves, or create
 * a link for their own password.
 */
function RowActions({ user, ...actions }: Actions & { user: UserRow }) {
  return (
    <div className="-mr-2 flex justify-end">
      <HistoryButton record={{ subject: 'user', id: user.id, name: user.name }} />
      {user.status !== 'Closed' && <OpenAccountActions user={user} {...actions} />}
    </div>
  )
}

function OpenAccountActions({ user, ownId, onEdit, onLink, onDelete, onReview }: Actions & { user: UserRow }) {
  return (
    <>
      {user.closure_request && user.id !== ownId && (
        <IconButton
          label={closureRequestMessages.review(user.name)}
          icon={<UserX size={18} aria-hidden="true" />}
          onClick={() => onReview(user)}
        />
      )}
      <IconButton
        label={s.edit(user.name)}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={() => onEdit(user)}
      />
      {user.id !== ownId && (
        <IconButton
          label={s.makeLinkFor(user.name)}
          icon={<KeyRound size={18} aria-hidden="true" />}
          onClick={() => onLink(user)}
        />
      )}
      {user.id !== ownId && (
        <IconButton
          label={s.remove(user.name)}
          icon={<Trash2 size={18} aria-hidden="true" />}
          variant="danger-quiet"
          onClick={() => onDelete(user)}
        />
      )}
    </>
  )
}

/** A link to the client, on whose page an admin confirms an e-mail that staff have changed. */
const WaitingEmailLink = ({ user: { name, email } }: { user: UserRow }) => (
  <Link
    to={`${paths.clients.admin}?search=${encodeURIComponent(email ?? name)}`}
    aria-label={s.openClientOf(name)}
    className="-my-2.5 inline-flex min-h-11 items-center rounded-ctl hover:underline"
  >
    <Badge tone="warning">{s.emailWaits}</Badge>
  </Link>
)

const facts: Column<UserRow>[] = [
  {
    key: 'email',
    header: s.email,
    className: 'wrap-anywhere @min-[48rem]/cards-md:min-w-41',
    cell: (user) => (user.email ? <EmailText address={user.email} /> : <span className="text-ink-2">{s.noEmail}</span>),
  },
  { key: 'role', header: s.role, cell: (user) => <Badge tone={roleTones[user.role]}>{s.roles[user.role]}</Badge> },
  {
    key: 'status',
    header: s.status,
    cell: (user) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <Badge tone={statusTones[user.status]}>{s.statuses[user.status]}</Badge>
        {user.closure_request && <Badge tone="danger">{closureRequestMessages.badge}</Badge>}
        {user.email_waits && <WaitingEmailLink user={user} />}
      </span>
    ),
  },
  {
    key: 'joinDate',
    header: s.joinDate,
    className: 'tnum whitespace-nowrap',
    cell: (user) => <time dateTime={user.joinDate}>{formatShortDate(user.joinDate.slice(0, 10))}</time>,
  },
]

const nameColumn = ({ ownId }: Actions): Column<UserRow> => ({
  key: 'user',
  header: s.user,
  card: 'title',
  className: '@min-[48rem]/cards-md:min-w-28',
  cell: (user) => <Name user={user} isOwn={user.id === ownId} />,
})

const actionsColumn = (actions: Actions): Column<UserRow> => ({
  key: 'actions',
  header: s.actions,
  align: 'right',
  card: 'actions',
  className: 'w-49 pl-0!',
  cell: (user) => <RowActions user={user} {...actions} />,
})

/** Reduces the gaps of a column, because on an upright tablet the columns only fit with smaller gaps. */
const close = (column: Column<UserRow>): Column<UserRow> => ({
  ...column,
  className: clsx(column.className, '@min-[44rem]/cards-md:@max-5xl/cards-md:px-2'),
})

export const userColumns = (actions: Actions): Column<UserRow>[] =>
  [nameColumn(actions), ...facts, actionsColumn(actions)].map(close)
