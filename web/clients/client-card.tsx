import { Mail, Phone, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { ClientRow } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

/** One person of the list; the whole card leads to the detail. */
export function ClientCard({ client, href }: { client: ClientRow; href: string }) {
  return (
    <Link
      to={href}
      className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:gap-4 sm:p-5 transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-2"
    >
      <span className="flex items-center gap-3">
        <Avatar name={client.name} />
        <span className="line-clamp-2 min-w-0 font-bold wrap-anywhere">{client.name}</span>
      </span>
      <span className="space-y-1.5 text-sm text-ink-2">
        <Contact icon={Mail} text={client.email ?? s.noEmail} />
        <Contact icon={Phone} text={client.contact_number ?? s.noPhone} />
      </span>
      <Badge tone={client.services_availed > 0 ? 'primary' : 'neutral'} className="mt-auto self-start">
        {s.services(client.services_availed)} {s.availed}
      </Badge>
    </Link>
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

/** Places of the cards that come. */
export function ClientCardSkeletons({ count, className }: { count: number; className: string }) {
  return (
    <SkeletonGroup className={className}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="space-y-4 rounded-card border border-line bg-surface p-5">
          <div className="flex items-center gap-3">
            <Skeleton className="size-11 rounded-full" />
            <Skeleton className="h-4 w-32" />
          </div>
          <div className="space-y-2">
            <Skeleton className="h-3.5 w-44 max-w-full" />
            <Skeleton className="h-3.5 w-28" />
          </div>
          <Skeleton className="h-6 w-32" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
