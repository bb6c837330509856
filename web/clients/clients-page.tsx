import { UserPlus, UserRoundX, Eye, Mail, Pencil, Phone, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { CLIENT_ORDERS, clientsContract, type ClientRow } from '#shared/clients/contract.ts'
import { clientHistoryMessages as words, clientMessages as s } from '#shared/clients/messages.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState, Loaded, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSizeSelect, Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { useRead } from '#web/data/use-read.ts'
import { clientCardsContract } from '#shared/client-cards/contract.ts'
import { clientCardMessages as cardWords } from '#shared/client-cards/messages.ts'
import { clientPath } from './client-paths.ts'
import { formatLastVisit } from './contact-line.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { clientFile } from '#shared/clients/list-file.ts'

const AddClientDialog = lazyDialog(async () => (await import('./add-client-dialog.tsx')).AddClientDialog)
const ManualClientDialog = lazyDialog(async () => (await import('./manual-client-dialog.tsx')).ManualClientDialog)
const AddTreatmentDialog = lazyDialog(async () => (await import('./add-treatment-dialog.tsx')).AddTreatmentDialog)

const orders = CLIENT_ORDERS.map((value) => ({ value, label: s.orders[value] }))
const PAGE_SIZES = [10, 20, 50] as const
const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4'

/** The Client History page: all clients in the chosen order. */
export default function ClientsPage() {
  const list = useList(clientsContract.list, { pageSizes: PAGE_SIZES, failed: s.failedToLoad })
  // Admins add a client with services, cashiers only a client.
  const add = useDialog(useRole() === 'admin' ? ManualClientDialog : AddClientDialog)
  const addTreatment = useDialog(AddTreatmentDialog)
  const hasTags = useMayUseCharts('client-cards.manage')
  const { total } = list
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        actions={
          <>
            <ListExport
              list={list}
              file={clientFile}
              endpoint={clientsContract.exportList}
              covers={[s.orders[list.query.sort], list.query.tag]}
            />
            <AddButton label={s.add} onClick={() => add.open({})} />
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchBox label={s.search} {...list.searchBox} className="w-full sm:w-80" />
        <Field label={s.sortBy} group labelHidden>
          <SegmentedControl options={orders} value={list.query.sort} onChange={(sort) => list.change({ sort })} />
        </Field>
        {hasTags && <TagFilter tag={list.query.tag} onChange={(tag) => list.change({ tag })} />}
        <p aria-live="polite">{total !== undefined && <Badge tone="primary">{s.count(total)}</Badge>}</p>
      </div>
      <Clients list={list} onAdd={() => add.open({})} onEdit={(client) => addTreatment.open({ client })} />
      {total !== undefined && total > 0 && (
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <PageSizeSelect {...list.pageSize} />
          <Pager keep variant="steps" {...list.pager} className="max-sm:w-full sm:flex-1" />
        </div>
      )}
      {add.element}
      {addTreatment.element}
    </div>
  )
}

const ALL = ''

/** A filter that shows only clients with the chosen tag. It is hidden until the clinic uses tags. */
function TagFilter({ tag, onChange }: { tag: string | undefined; onChange: (tag: string | undefined) => void }) {
  const { data } = useRead(clientCardsContract.tags, {})
  const used = data?.data.map(({ tag: value }) => value) ?? []
  const values = tag === undefined || used.includes(tag) ? used : [...used, tag]
  if (values.length === 0) return null
  return (
    <Select
      aria-label={cardWords.filter}
      options={[{ value: ALL, label: cardWords.allTags }, ...values.map((value) => ({ value, label: value }))]}
      value={tag ?? ALL}
      onChange={(value) => onChange(value === ALL ? undefined : value)}
      className="w-auto! min-w-40"
    />
  )
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="primary" icon={<UserPlus size={18} aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  )
}

type ClientsProps = {
  list: List<typeof clientsContract.list>
  onAdd: () => void
  onEdit: (client: ClientRow) => void
}

function Clients({ list, onAdd, onEdit }: ClientsProps) {
  const role = useRole()
  const { rows: clients, failure } = list
  return (
    <>
      <Loaded read={{ data: clients, failure }} skeleton={<ClientCardSkeletons count={8} className={grid} />}>
        {(shown) =>
          shown.length > 0 && (
            <ul aria-label={s.list} aria-busy={list.isPrevious || undefined} className={grid}>
              {shown.map((client) => (
                <li key={client.id}>
                  <ClientCard
                    client={client}
                    href={clientPath(role, client.id)}
                    hasView={role === 'cashier'}
                    onEdit={() => onEdit(client)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {clients?.length === 0 && (
        <EmptyState
          icon={UserRoundX}
          title={s.noneTitle}
          body={s.noneHint}
          action={<AddButton label={s.addFirst} onClick={onAdd} />}
        />
      )}
    </>
  )
}

type ClientCardProps = {
  client: ClientRow
  href: string
  /**
   * True if the card of a client shows a View button beside Edit. Both buttons are layered over the card, which is
   * itself a link to the client's page.
   */
  hasView: boolean
  onEdit: () => void
}

/**
 * The card of one client in the list: the whole card links to the client's page, and its buttons appear on hover, focus
 * and touch screens.
 */
function ClientCard({ client, href, hasView, onEdit }: ClientCardProps) {
  return (
    <div className="group relative h-full">
      <Link
        to={href}
        className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4 pb-2 transition-[border-color,box-shadow] group-hover:border-line-strong group-hover:shadow-2 sm:gap-3 sm:p-5 sm:pb-2.5"
      >
        <span className="flex items-center gap-3">
          <Avatar name={client.name} />
          <span className="line-clamp-2 min-w-0 font-bold wrap-anywhere">{client.name}</span>
        </span>
        <span className="space-y-1.5 text-sm text-ink-2">
          <Contact icon={Mail} text={client.email ?? s.noEmail} />
          {client.is_second && (
            // The badge is aligned with the e-mail above, because it warns about that e-mail.
            <span className="block pl-7">
              <Badge tone="warning">{s.secondRecord}</Badge>
            </span>
          )}
          <Contact icon={Phone} text={client.contact_number ? formatPhone(client.contact_number) : s.noPhone} />
        </span>
        <span className="mt-auto flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={client.services_availed > 0 ? 'primary' : 'neutral'}>
            {s.services(client.services_availed)} {s.availed}
          </Badge>
          {client.last_visit !== null && (
            <span className="tnum text-sm text-ink-2">{formatLastVisit(client.last_visit)}</span>
          )}
        </span>
      </Link>
      <CardButtons name={client.name} href={hasView ? href : null} onEdit={onEdit} />
    </div>
  )
}

type CardButtonsProps = { name: string; href: string | null; onEdit: () => void }

function CardButtons({ name, href, onEdit }: CardButtonsProps) {
  return (
    <div className="absolute right-2 bottom-2 flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 sm:right-3 sm:bottom-2.5 [@media(hover:none)]:opacity-100">
      <IconButton label={words.edit(name)} icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit} />
      {href && (
        <Link
          to={href}
          aria-label={words.view(name)}
          data-tooltip={words.view(name)}
          className={buttonClass({ variant: 'quiet', size: 'icon' })}
        >
          <Eye size={18} aria-hidden="true" />
        </Link>
      )}
    </div>
  )
}

function Contact({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span className="flex items-start gap-2">
      <Icon size={16} className="mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
      <span className="tnum min-w-0 wrap-anywhere">{text}</span>
    </span>
  )
}

function ClientCardSkeletons({ count, className }: { count: number; className: string }) {
  return (
    <SkeletonGroup className={className}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="space-y-3 rounded-card border border-line bg-surface p-5 pb-2.5">
          <div className="flex items-center gap-3">
            <Skeleton className="size-11 rounded-full" />
            <Skeleton className="h-4 w-32" />
          </div>
          <div className="space-y-2">
            <Skeleton className="h-3.5 w-44 max-w-full" />
            <Skeleton className="h-3.5 w-28" />
          </div>
          <div className="flex min-h-11 items-center">
            <Skeleton className="h-6 w-32" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
