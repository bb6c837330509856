import { clsx } from 'clsx'
import { Plus, ScanBarcode, ShieldCheck, Stethoscope, UserRound, UserX, UsersRound, Copy } from 'lucide-react'
import { useCallback, useMemo, useRef, type RefObject } from 'react'
import { formatNumber } from '#shared/lib/numbers.ts'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import type { ApiError } from '#shared/lib/http-client.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import { closureRequestMessages, userMessages as s } from '#shared/users/messages.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { formatDate, formatInstant } from '#shared/lib/manila-time.ts'
import { isGone, useAction } from '#web/data/use-action.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { api } from '#web/lib/api.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { copyText } from '#web/lib/copy-and-download.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { StatCard } from '#web/ui/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { ClosureDecisionDialog } from './closure-decision-dialog.tsx'
import { InviteButton, OpenInvitations } from './invitations.tsx'
import { userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import { ListExport } from '#web/exports/list-export.tsx'
import { userFile } from '#shared/users/list-file.ts'

const nothing = <EmptyState icon={UserX} title={s.noneTitle} body={s.noneHint} />

type Users = List<typeof usersContract.list>

/** The User Management page. */
export default function UsersPage() {
  const edit = useDialog(UserDialog)
  const add = (
    <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => edit.open({ user: null })}>
      {s.add}
    </Button>
  )
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        actions={
          <>
            <InviteButton />
            {add}
          </>
        }
      />
      <OpenInvitations />
      <UserList onEdit={edit.open} />
      {edit.element}
    </div>
  )
}

const failedAs = (title: string) => (error: ApiError) => ({ title, description: serverMessage(error, s.unexpected) })

/** Closes an account after a confirmation that names the person's upcoming appointments. */
const useDeleteUser = (onGone: () => void) =>
  useAction(({ id }: UserRow) => api(usersContract.remove, { params: { id } }), {
    ask: async ({ id, name }) => {
      const { data } = await api(usersContract.appointmentsAhead, { params: { id } })
      const { appointments_ahead: ahead, chart_kept_until: keptUntil } = data
      const person = ahead === 0 ? name : s.staysBooked(name, ahead)
      const chart = keptUntil && closureRequestMessages.chartKept(formatDate(keptUntil))
      return {
        title: s.deleteQuestion,
        body: chart ? [ahead === 0 ? `${person}.` : person, chart].join(' ') : person,
        confirmLabel: s.delete,
        cancelLabel: s.cancel,
        danger: true,
        busyLabel: s.deleting,
      }
    },
    done: s.deleted,
    failed: failedAs(s.notDeleted),
    reread: [usersContract.list],
    onSettled: (outcome) => isGone(outcome) && onGone(),
  })

/** After a confirmation, creates a one-time link with which a user chooses a new password, and shows the link. */
function useMakeLink(show: (link: OneTimeLink) => void): (user: UserRow) => void {
  const { run } = useAction(({ id }: UserRow) => api(authContract.createResetLink, { params: { id }, body: {} }), {
    ask: ({ name }) => ({
      title: s.linkQuestion(name),
      body: s.linkBody,
      confirmLabel: s.makeLink,
      cancelLabel: s.cancel,
      busyLabel: s.makingLink,
    }),
    failed: failedAs(s.linkNotMade),
    // Without a configured public address, the server returns a path, which is completed with the origin of this page.
    onDone: ({ data }, { name }) => show({ ...data, link: new URL(data.link, window.location.origin).href, name }),
  })
  return useCallback(
    (user) => {
      if (user.email !== null) void run(user)
      else toast.error({ title: s.linkNotMade, description: authMessages.linkNeedsEmail(user.name) })
    },
    [run],
  )
}

function UserList({ onEdit }: { onEdit: (opened: { user: UserRow }) => void }) {
  const list = useList(usersContract.list, { failed: s.failedToLoad })
  const heading = useRef<HTMLHeadingElement>(null)
  // The row with the focus is gone or has no more buttons, so the heading of the list gets the focus.
  const onGone = useCallback(() => heading.current?.focus(), [])
  const { open: review, element: decision } = useDialog(ClosureDecisionDialog, { onGone })
  const { open: showLink, element: link } = useDialog(OneTimeLinkDialog)
  const { run: remove } = useDeleteUser(onGone)
  const makeLink = useMakeLink((made) => showLink({ link: made }))
  const ownId = usePerson().id
  const columns = useMemo(
    () =>
      userColumns({
        ownId,
        onEdit: (user) => onEdit({ user }),
        onLink: makeLink,
        onDelete: (user) => void remove(user),
        onReview: (user) => review({ user }),
      }),
    [ownId, onEdit, makeLink, remove, review],
  )
  const summary = list.answer?.summary
  return (
    <>
      <UserStats summary={summary} loading={list.isLoading} />
      <Toolbar list={list} summary={summary} />
      <ListHeading headingRef={heading} listed={list.total} total={summary?.total} />
      <DataTable label={s.title} columns={columns} rowKey={(user) => user.id} empty={nothing} {...list.table} />
      <Pager {...list.pager} />
      {decision}
      {link}
    </>
  )
}

type Summary = Output<typeof usersContract.list>['summary'] | undefined

/** True if the practitioners must be loaded, because the clinic has accounts of practitioners. */
const knowsPractitioners = (summary: Summary) => summary !== undefined && summary.practitioners > 0

type UserStatsProps = { summary: Summary; loading: boolean }

/**
 * The numbers of all accounts and of each role, regardless of the list's filter; dashes if they could not be loaded. On
 * phones they fill three rows with and without the practitioners, so that nothing below moves when they arrive.
 */
function UserStats({ summary, loading }: UserStatsProps) {
  const count = (value: number | undefined) => (value === undefined ? '—' : formatNumber(value))
  const hasPractitioners = knowsPractitioners(summary)
  return (
    <dl className={clsx('grid grid-cols-2 gap-3 lg:gap-4', hasPractitioners ? 'md:grid-cols-5' : 'md:grid-cols-4')}>
      <StatCard
        label={s.total}
        value={count(summary?.total)}
        icon={UsersRound}
        loading={loading}
        className="max-md:col-span-2"
      />
      <StatCard label={s.clients} value={count(summary?.clients)} icon={UserRound} loading={loading} />
      <StatCard label={s.admins} value={count(summary?.admins)} icon={ShieldCheck} loading={loading} />
      <StatCard
        label={s.cashiers}
        value={count(summary?.cashiers)}
        icon={ScanBarcode}
        loading={loading}
        className={hasPractitioners ? undefined : 'max-md:col-span-2'}
      />
      {hasPractitioners && (
        <StatCard label={s.practitioners} value={count(summary?.practitioners)} icon={Stethoscope} loading={loading} />
      )}
    </dl>
  )
}

const roles: { value: Role | 'all'; label: string }[] = [
  { value: 'all', label: s.allRoles },
  { value: 'client', label: s.roles.client },
  { value: 'admin', label: s.roles.admin },
  { value: 'cashier', label: s.roles.cashier },
  { value: 'practitioner', label: s.roles.practitioner },
]

function Toolbar({ list, summary }: { list: Users; summary: Summary }) {
  const { query, change, searchBox } = list
  const practitioners = knowsPractitioners(summary) || query.role === 'practitioner'
  // The number of open closure requests; if it is 0, the filter is hidden.
  const closureRequests = summary?.closure_requests ?? 0
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchBox label={s.search} {...searchBox} className="w-full sm:w-80" />
      <Select
        aria-label={s.filterByRole}
        options={practitioners ? roles : roles.filter(({ value }) => value !== 'practitioner')}
        value={query.role ?? 'all'}
        onChange={(role) => change({ role: role === 'all' ? undefined : role })}
        className="w-full! sm:w-44!"
      />
      <Checkbox
        label={s.showClosed}
        checked={query.closed === 'show'}
        onChange={(show) => change({ closed: show ? 'show' : 'hide' })}
      />
      {(closureRequests > 0 || query.closure === 'requested') && (
        <Checkbox
          label={closureRequestMessages.filter(closureRequests)}
          checked={query.closure === 'requested'}
          onChange={(only) => change({ closure: only ? 'requested' : 'all' })}
        />
      )}
      <ListExport
        list={list}
        file={userFile}
        endpoint={usersContract.exportList}
        covers={[query.role && s.roles[query.role], query.closed === 'show' ? s.showClosed : undefined]}
      />
    </div>
  )
}

type ListHeadingProps = {
  headingRef: RefObject<HTMLHeadingElement | null>
  /** The number of listed accounts; undefined until loaded. */
  listed: number | undefined
  total: number | undefined
}

function ListHeading({ headingRef, listed, total }: ListHeadingProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 ref={headingRef} tabIndex={-1} className="tnum text-lg font-bold outline-none">
        {s.listed(listed)}
      </h2>
      <p className="tnum text-sm text-ink-2" aria-live="polite">
        {listed !== undefined && total !== undefined && s.showing(listed, total)}
      </p>
    </div>
  )
}

type OneTimeLink = Output<typeof authContract.createResetLink>['data'] & { name: string }

/** Shows a one-time link for choosing a password. No other part of the app shows the link. */
function OneTimeLinkDialog({ open, link, onClose }: DialogControl & { link: OneTimeLink }) {
  const input = useRef<HTMLInputElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  const copy = async () => {
    if (await copyText(link.link, input.current)) toast.success({ title: s.linkCopied })
    else toast.error({ title: s.linkNotCopied })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.linkTitle}
      description={s.linkFor(link.name)}
      initialFocus={copyButton}
      footer={
        <>
          <Button onClick={onClose}>{s.done}</Button>
          <Button
            ref={copyButton}
            variant="primary"
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            {s.copyLink}
          </Button>
        </>
      }
    >
      <Field label={s.link} hint={s.linkWorks(formatInstant(new Date(link.works_until)))}>
        <TextInput ref={input} readOnly value={link.link} onFocus={(event) => event.currentTarget.select()} />
      </Field>
    </Dialog>
  )
}
