import { useState } from 'react'
import { availabilityContract, type FreeDay } from '#shared/appointments/availability-contract.ts'
import { availabilityMessages } from '#shared/appointments/messages.ts'
import { boardMessages as s, calendarMessages } from '#shared/appointments/calendar-messages.ts'
import { MAX_CALENDAR_DAYS } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Service } from '#shared/catalogue/records.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatDay, formatTime, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { useToday } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { lazyDialog, useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)

const ANYONE = 'anyone'
const SHOWN = 5

type Start = { date: CivilDate; time: CivilTime; practitioner: number | undefined }

/** The first free starts of some days, each with the least busy practitioner. */
const firstStarts = (days: readonly FreeDay[], count: number): Start[] =>
  days
    .flatMap(({ date, starts }) =>
      starts.map(({ time, practitioners }) => ({ date, time, practitioner: practitioners[0] })),
    )
    .slice(0, count)

/** The next five free times of a service, with any or one practitioner. Tapping one books it. */
export function NextFreeDialog({ open, onClose }: DialogControl) {
  const [text, setText] = useState('')
  const [service, setService] = useState<Service | null>(null)
  const [person, setPerson] = useState(ANYONE)
  const schedule = useDialog(ScheduleDialog)
  const date = useToday()
  const free = useRead(
    availabilityContract.atDesk,
    service && {
      querystring: {
        service_id: service.id,
        date,
        days: MAX_CALENDAR_DAYS,
        ...(person !== ANYONE && { practitioner_id: person }),
      },
    },
    { keepPrevious: true },
  )
  // The previous service's times are hidden while loading, because a press would book them for the new one.
  const found = service && !free.isPrevious ? free.data?.data : undefined
  const people = usePeople(service?.id, found?.practitioners)
  const book = ({ practitioner, ...when }: Start) => {
    onClose()
    const wanted = practitioner === undefined ? undefined : people[practitioner]
    schedule.open({ ...when, services: [service!], ...(wanted && { practitioner: wanted }) })
  }
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        size="sm"
        title={s.nextFreeTitle}
        footer={<Button onClick={onClose}>{s.close}</Button>}
      >
        <div className="space-y-4">
          <ServiceField
            text={text}
            isChosen={service !== null}
            onText={(next) => {
              setText(next)
              // When a suggestion is chosen, `onPick` is called before `onText`, which receives the option's name.
              setService((picked) => (picked?.service_name === next ? picked : null))
            }}
            onPick={(picked) => {
              setText(picked.service_name)
              setService(picked)
              setPerson(ANYONE)
            }}
          />
          {people.length > 1 && (
            <Field label={availabilityMessages.withWhom} group>
              <Select
                options={[
                  { value: ANYONE, label: availabilityMessages.anyone },
                  ...people.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={person}
                onChange={setPerson}
              />
            </Field>
          )}
          {free.failure && <ErrorPanel {...free.failure} />}
          {service && (free.isLoading || free.isPrevious) && <p role="status">{s.searching}</p>}
          {found && (
            <Starts starts={firstStarts(found.days, SHOWN)} names={people.map(({ name }) => name)} onBook={book} />
          )}
        </div>
      </Dialog>
      {schedule.element}
    </>
  )
}

type People = Output<typeof availabilityContract.atDesk>['data']['practitioners']
const NOBODY: People = []

/** The practitioners of the service. The list is kept while other times load, so that the focus in it is not lost. */
function usePeople(service: string | undefined, read: People | undefined): People {
  const [known, setKnown] = useState({ service, people: NOBODY })
  if (read && read !== known.people) setKnown({ service, people: read })
  return known.service === service ? known.people : NOBODY
}

type StartsProps = { starts: readonly Start[]; names: readonly string[]; onBook: (start: Start) => void }

function Starts({ starts, names, onBook }: StartsProps) {
  if (starts.length === 0)
    return (
      <p role="status" className="text-ink-2">
        {s.noneFree}
      </p>
    )
  return (
    <ul aria-label={s.nextFreeTimes} className="space-y-2">
      {starts.map((start) => (
        <li key={`${start.date} ${start.time}`}>
          <button
            type="button"
            onClick={() => onBook(start)}
            className="tnum flex min-h-12 w-full items-center justify-between gap-3 rounded-ctl border border-line-strong px-4 text-left hover:bg-primary-soft"
          >
            <span className="font-semibold">{s.at(formatDay(start.date), formatTime(start.time))}</span>
            {start.practitioner !== undefined && (
              <span className="truncate text-sm text-ink-2">{names[start.practitioner]}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

type ServiceFieldProps = {
  text: string
  isChosen: boolean
  onText: (text: string) => void
  onPick: (service: Service) => void
}

function ServiceField({ text, isChosen, onText, onPick }: ServiceFieldProps) {
  const { answer, box } = useSuggestions(
    catalogueContract.services,
    isChosen ? '' : text,
    (search) => ({ querystring: { search, per_page: 30 } }),
    { failed: calendarMessages.failedToLoadServices },
  )
  const items = (answer?.data ?? []).map((service) => ({
    value: service.id,
    label: service.service_name,
    detail: service.treatment_name,
    service,
  }))
  return (
    <Field label={calendarMessages.service} required hint={calendarMessages.serviceHint}>
      <Combobox
        value={text}
        items={items}
        {...box}
        emptyText={calendarMessages.noServiceMatches}
        onChange={onText}
        onPick={({ service }) => onPick(service)}
      />
    </Field>
  )
}
