import { CalendarCheck2, EllipsisVertical, RotateCcw, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDay } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { waitlistContract, type WaitlistEntry } from '#shared/waitlist/contract.ts'
import { waitlistDeskMessages as s } from '#shared/waitlist/messages.ts'
import { failedUnlessDeclined, sendWithReason } from '#web/alerts/ask-reason.ts'
import { deskReads } from '#web/appointments/visit/desk-reads.ts'
import { NoShowMark } from '#web/appointments/visit/visit-marks.tsx'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import type { ConfirmQuestion } from '#web/ui/overlays/confirm.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)

type CellProps = { entry: WaitlistEntry }

const reread = [waitlistContract.list, ...deskReads]

/** The entry's next step as a button and its other actions in a menu; nothing for a booked entry. */
export function EntryActions({ entry, onBook }: CellProps & { onBook: () => void }) {
  const take = useBookOffer()
  const again = useAction(waitlistContract.offerAgain, { done: s.willOffer, failed: s.notOfferedAgain, reread })
  const remove = useRemove(entry.client.name)
  const today = useToday()
  const { id, state, offer, client, last_date } = entry
  if (state === 'taken') return null
  const isOpen = state === 'waiting' || state === 'offered'
  const items = [
    ...(offer ? [{ label: s.bookTime, icon: <CalendarCheck2 size={18} aria-hidden="true" />, onSelect: onBook }] : []),
    ...(state !== 'offered' && last_date >= today
      ? [
          {
            label: s.offerAgain,
            icon: <RotateCcw size={18} aria-hidden="true" />,
            onSelect: () => void again.run({ params: { id }, body: {} }),
          },
        ]
      : []),
    ...(isOpen
      ? [
          {
            label: s.remove,
            icon: <Trash2 size={18} aria-hidden="true" />,
            danger: true,
            onSelect: () => void remove.run({ params: { id }, body: {} }),
          },
        ]
      : []),
  ]
  return (
    <span className="flex items-center justify-end gap-1 cards:w-full">
      {offer ? (
        <Button
          variant="primary"
          busy={take.busy}
          aria-label={s.actionFor(s.bookOffered, client.name)}
          onClick={() => void take.run(entry)}
          className="px-3.5! text-sm! cards:flex-1"
        >
          {s.bookOffered}
        </Button>
      ) : (
        isOpen && (
          <Button
            aria-label={s.actionFor(s.bookTime, client.name)}
            onClick={onBook}
            className="px-3.5! text-sm! cards:flex-1"
          >
            {s.bookTime}
          </Button>
        )
      )}
      {items.length > 0 && (
        <Menu
          trigger={<IconButton label={s.more(client.name)} icon={<EllipsisVertical size={20} aria-hidden="true" />} />}
          items={items}
        />
      )}
    </span>
  )
}

/**
 * The question before the offered time is booked, with the client's no-shows. It is asked when the no-shows are known or
 * could not be loaded, so that their mark does not move the buttons of the question.
 */
async function bookQuestion({ offer, client, ...requested }: WaitlistEntry): Promise<ConfirmQuestion | null> {
  if (!offer) return null
  await queryClient.prefetchQuery({
    ...query(visitContract.noShows, { params: { id: client.client_id } }),
    retry: false,
  })
  return {
    title: s.takeQuestion(formatDay(offer.appointment_date), formatStart(offer.appointment_time)),
    body: (
      <div className="space-y-2">
        <p>{s.takeWhat(client.name, servicesOf(requested))}</p>
        <NoShowMark clientId={client.client_id} />
      </div>
    ),
    confirmLabel: s.yesBook,
    busyLabel: s.booking,
  }
}

const useBookOffer = () =>
  useAction(
    ({ id, offer }: WaitlistEntry) =>
      sendWithReason('booked', (override) => {
        const body = { offer_id: offer?.id ?? id, ...(override && { override }) }
        return api(waitlistContract.take, { params: { id }, body })
      }),
    {
      ask: bookQuestion,
      done: s.booked,
      failed: failedUnlessDeclined(s.notBooked),
      reread,
    },
  )

const useRemove = (client: string) =>
  useAction(waitlistContract.remove, {
    ask: () => ({
      title: s.removeQuestion(client),
      confirmLabel: s.remove,
      cancelLabel: s.keep,
      danger: true,
      busyLabel: s.removing,
    }),
    done: s.removed,
    failed: s.notRemoved,
    reread,
  })

/** Opens New Appointment with the services and times of a waitlist entry, which is closed once the visit is booked. */
export function useBookByHand() {
  const schedule = useDialog(ScheduleDialog)
  const today = useToday()
  const mark = useAction(waitlistContract.markBooked, { failed: s.notMarked, reread })
  const { run } = useAction(
    async (entry: WaitlistEntry) => {
      const requested = [entry, ...entry.further_services]
      const service_ids = requested.map(({ service_id }) => service_id)
      const { data } = await api(catalogueContract.servicesByIds, { body: { service_ids } })
      const found = ({ service_id }: { service_id: string }) => data.find(({ id }) => id === service_id)
      const gone = requested.filter((one) => !found(one)).map(({ service_name }) => service_name)
      return { entry, services: requested.flatMap((one) => found(one) ?? []), gone }
    },
    {
      failed: s.serviceNotLoaded,
      onDone: ({ entry, services, gone }) => {
        // A toast names the services of the entry that are no longer offered.
        if (gone.length > 0) toast.info({ title: s.servicesGone(gone.length, gone.join(', ')) })
        schedule.open(optionsOf(entry, services))
      },
    },
  )
  const optionsOf = (entry: WaitlistEntry, services: readonly Service[]) => ({
    client: entry.client,
    services,
    date: entry.offer?.appointment_date ?? (entry.first_date > today ? entry.first_date : today),
    ...(entry.practitioner_id &&
      entry.practitioner_name && {
        practitioner: { id: entry.practitioner_id, name: entry.practitioner_name },
      }),
    onBooked: (appointment_id: string) => void mark.run({ params: { id: entry.id }, body: { appointment_id } }),
  })
  return { open: useMemo(() => (entry: WaitlistEntry) => void run(entry), [run]), element: schedule.element }
}
