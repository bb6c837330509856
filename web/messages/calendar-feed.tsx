import { CalendarPlus, Copy, Unlink } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { calendarFeedContract as contract } from '#shared/messages/calendar-contract.ts'
import { calendarFeedMessages as s } from '#shared/messages/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { copyText } from '#web/lib/copy-and-download.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type FeedResource = { id: string; name: string }
/** Whose visits a calendar feed contains: the person's own, those of a practitioner or room, or all of the clinic. */
type FeedOf = 'own' | 'clinic' | FeedResource

const reread = [contract.mine, contract.ofResource, contract.ofClinic]

function callsOf(of: FeedOf) {
  if (of === 'own') return { make: () => api(contract.createMine, {}), revoke: () => api(contract.revokeMine, {}) }
  if (of === 'clinic')
    return { make: () => api(contract.createOfClinic, {}), revoke: () => api(contract.revokeOfClinic, {}) }
  const params = { id: of.id }
  return { make: () => api(contract.create, { params }), revoke: () => api(contract.revoke, { params }) }
}

/** Reads whether a calendar feed exists, and since when. */
function useFeedState(of: FeedOf) {
  const params = typeof of === 'object' ? { id: of.id } : null
  const own = useRead(contract.mine, of === 'own' ? {} : null, { failed: s.notLoaded })
  const clinic = useRead(contract.ofClinic, of === 'clinic' ? {} : null, { failed: s.notLoaded })
  const resource = useRead(contract.ofResource, params && { params }, { failed: s.notLoaded })
  if (of === 'own') return own
  return of === 'clinic' ? clinic : resource
}

/** Creates and revokes the URL of a calendar feed. */
function useFeed(of: FeedOf) {
  const { data, failure } = useFeedState(of)
  const calls = callsOf(of)
  const [address, setAddress] = useState<string | null>(null)
  const since = data?.data.created_at ?? null
  const make = useAction((_: object) => calls.make(), {
    ask: () =>
      since === null ? null : { title: s.newTitle, body: s.newBody, confirmLabel: s.makeNew, cancelLabel: s.cancel },
    failed: s.failed,
    reread,
    // Without a configured public address, the server returns a path, which is completed with the origin of this page.
    onDone: (answer) => setAddress(new URL(answer.data.address, window.location.origin).href),
  })
  const revoke = useAction((_: object) => calls.revoke(), {
    ask: () => ({
      title: s.revokeTitle,
      body: s.revokeBody,
      confirmLabel: s.revoke,
      cancelLabel: s.cancel,
      busyLabel: s.revoking,
      danger: true,
    }),
    done: ({ message }) => message,
    failed: s.failed,
    reread,
    onDone: () => setAddress(null),
  })
  return { isKnown: data !== undefined, failure, since, address, make, revoke }
}

function Feed({ of, hint = s.hint }: { of: FeedOf; hint?: string }) {
  const { isKnown, failure, since, address, make, revoke } = useFeed(of)
  if (failure) return <ErrorPanel {...failure} />
  if (!isKnown)
    return (
      <SkeletonGroup>
        <Skeleton className="h-24" />
      </SkeletonGroup>
    )
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-2">{hint}</p>
      {address === null ? (
        <p className="font-semibold">{since === null ? s.none : s.since(formatInstant(since))}</p>
      ) : (
        <Address address={address} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<CalendarPlus size={18} aria-hidden="true" />}
          busy={make.busy}
          busyLabel={s.making}
          onClick={() => void make.run({})}
        >
          {since === null ? s.make : s.makeNew}
        </Button>
        {since !== null && (
          <Button
            variant="danger-quiet"
            icon={<Unlink size={18} aria-hidden="true" />}
            busy={revoke.busy}
            busyLabel={s.revoking}
            onClick={() => void revoke.run({})}
          >
            {s.revoke}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Shows the URL of a new feed. No other part of the app shows this URL. */
function Address({ address }: { address: string }) {
  const input = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (await copyText(address, input.current)) toast.success({ title: s.copied })
    else toast.error({ title: s.notCopied })
  }
  return (
    <div className="space-y-3">
      <Field label={s.address} hint={s.once}>
        <TextInput ref={input} readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <Button variant="primary" icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
        {s.copy}
      </Button>
      <p className="text-sm text-ink-2">{s.how}</p>
    </div>
  )
}

/** Lets a practitioner create and revoke a calendar feed of their own visits. */
export const MyCalendarFeed = () => (
  <SectionCard title={s.title} bodyClassName="px-5 pb-5">
    <Feed of="own" />
  </SectionCard>
)

type FeedDialogProps = DialogControl & {
  /** The practitioner or room whose visits the feed has; null for all visits of the clinic. */
  resource: (FeedResource & { kind: string }) | null
}

/** A dialog in which admins create and revoke the calendar feed of a practitioner, a room or the clinic. */
export const CalendarFeedDialog = ({ open, onClose, resource }: FeedDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="sm"
    title={resource ? s.titleOf(resource.name) : s.titleOfClinic}
    footer={<Button onClick={onClose}>{s.close}</Button>}
  >
    <Feed of={resource ?? 'clinic'} hint={resource?.kind === 'practitioner' ? s.hint : s.hintOfAll} />
  </Dialog>
)
