import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { formatShortDate, formatTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { resourcesContract, type Resource, type ResourceException } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { api } from '#web/lib/api.ts'
import { useToday } from '#web/lib/use-now.ts'
import { IconButton } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import {
  affectedVisitsIn,
  useClearAffectedVisits,
  useVisitsToMove,
  AffectedVisitList,
  type AffectedVisits,
} from './affected-visits.tsx'
import { emptyEntry, EntryFields, entryBody, type EntryValues } from './entry-fields.tsx'

/** A resource's current and future exceptions, with a form to add one. */
export function ExceptionsDialog({ open, onClose, resource }: DialogControl & { resource: Resource }) {
  const [entries, setEntries] = useState(resource.exceptions)
  const toMove = useVisitsToMove()
  const { form, dialog, affected } = useEntryForm(resource, setEntries, toMove.openFor)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.exceptionsOf(resource.name)}
      description={s.exceptionsHint}
      leave={affected ? s.cancelChange : s.close}
      send={affected ? s.keepThem : s.addEntry}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-5">
        <Entries resource={resource} entries={entries} onChange={setEntries} onAffected={toMove.openFor} />
        <section className="space-y-4 border-t border-line pt-4" aria-label={s.newEntry}>
          <h3 className="font-bold">{s.newEntry}</h3>
          <EntryFields form={form} />
          {affected && <AffectedVisitList affected={affected} />}
        </section>
      </div>
      {/* The dialog of visits to move is nested here, so that closing that dialog leaves the exceptions dialog
          open. */}
      {toMove.element}
    </FormDialog>
  )
}

/** The form of a new exception. If visits are affected, sending the form again confirms that they were seen. */
function useEntryForm(
  resource: Resource,
  show: (entries: ResourceException[]) => void,
  onAffected: (affected: AffectedVisits | undefined) => void,
) {
  const today = useToday()
  const [affected, setAffected] = useState<AffectedVisits>()
  const { form, dialog } = useContractForm(resourcesContract.addException, {
    values: emptyEntry(today),
    input: (values) => ({
      params: { id: resource.id },
      body: { ...entryBody(values), despite_visits: affected !== undefined },
    }),
    place: { starts_at: 'from', ends_at: 'to' },
    done: s.entryAdded,
    failed: (error, others) =>
      errorDataOf(resourcesContract.addException, 'conflict', error) || others.length === 0
        ? null
        : { title: s.entryNotAdded, description: others.join('\n') },
    onFailed: (error) =>
      setAffected(affectedVisitsIn(error, errorDataOf(resourcesContract.addException, 'conflict', error))),
    reread: [resourcesContract.list],
    onDone: ({ data }) => {
      setAffected(undefined)
      show(data.exceptions)
      form.reset(emptyEntry(today))
      onAffected(affected)
    },
  })
  useClearAffectedVisits(form, setAffected)
  return { form, dialog, affected }
}

const datesText = ({ first_date, last_date }: ResourceException) =>
  s.dates(formatShortDate(first_date), formatShortDate(last_date))

/** An exception as text: `Leave`, `Other hours, 9:00 AM to 1:00 PM`. */
const entryText = ({ kind, starts_at, ends_at }: ResourceException) =>
  starts_at === null || ends_at === null
    ? s.exceptionKinds[kind]
    : s.entry(s.exceptionKinds[kind], s.times(formatTime(starts_at), formatTime(ends_at)))

type Removal = { entry: ResourceException; affected?: AffectedVisits }
type EntriesProps = {
  resource: Resource
  entries: readonly ResourceException[]
  onChange: (entries: ResourceException[]) => void
  /** Called with the visits that are outside of the hours after an exception was removed. */
  onAffected: (affected: AffectedVisits) => void
}

function useRemoval({ resource, onChange, onAffected }: EntriesProps) {
  const { run } = useAction(
    ({ entry, affected }: Removal) =>
      api(resourcesContract.removeException, {
        params: { id: resource.id, exception_id: entry.id },
        querystring: { despite_visits: affected ? 'yes' : 'no' },
      }),
    {
      ask: ({ entry, affected }) => ({
        title: s.removeQuestion,
        body: affected ? (
          <AffectedVisitList affected={affected} />
        ) : (
          s.visitAt(entryText(entry), datesText(entry), entry.note)
        ),
        confirmLabel: affected ? s.keepAndRemove : s.remove,
        cancelLabel: affected ? s.cancelChange : s.keep,
        danger: true,
      }),
      done: s.entryRemoved,
      failed: (error) =>
        errorDataOf(resourcesContract.removeException, 'conflict', error)
          ? null
          : { title: s.entryNotRemoved, description: error.message },
      reread: [resourcesContract.list],
      onDone: ({ data }) => onChange(data.exceptions),
    },
  )
  return async (entry: ResourceException) => {
    const outcome = await run({ entry })
    if (outcome.kind !== 'failed') return
    const affected = affectedVisitsIn(
      outcome.error,
      errorDataOf(resourcesContract.removeException, 'conflict', outcome.error),
    )
    if (affected && (await run({ entry, affected })).kind === 'done') onAffected(affected)
  }
}

/** Reopens the clinic in hours that were closed for all rooms. */
const useReopening = ({ entries, onChange }: EntriesProps) =>
  useAction((entry: ResourceException) => api(resourcesContract.reopenRooms, { params: { entry_id: entry.id } }), {
    ask: (entry) => ({
      title: s.reopenQuestion,
      body: s.visitAt(entryText(entry), datesText(entry), s.everyRoom),
      confirmLabel: s.reopen,
      cancelLabel: s.keepClosed,
    }),
    done: ({ message }) => message,
    failed: s.entryNotRemoved,
    reread: [resourcesContract.list],
    onDone: (_, removed) => onChange(entries.filter(({ id }) => id !== removed.id)),
  })

function Entries(props: EntriesProps) {
  const removeOne = useRemoval(props)
  const reopening = useReopening(props)
  const remove = (entry: ResourceException) => (entry.closes_clinic ? reopening.run(entry) : removeOne(entry))
  if (props.entries.length === 0) return <p className="text-ink-2">{s.noEntries}</p>
  return (
    <ul className="divide-y divide-line">
      {props.entries.map((entry) => (
        <li key={entry.id} className="flex items-center gap-3 py-1.5">
          <div className="min-w-0 flex-1">
            <p className="tnum font-semibold">{datesText(entry)}</p>
            <p className="tnum text-sm text-ink-2 wrap-anywhere">
              {entryText(entry)}
              {entry.closes_clinic && <span className="block">{s.clinicClosed}</span>}
              {entry.note && <span className="block">{entry.note}</span>}
            </p>
          </div>
          <IconButton
            label={s.removeEntry(s.entry(entryText(entry), datesText(entry)))}
            icon={<Trash2 size={18} aria-hidden="true" />}
            variant="danger-quiet"
            onClick={() => void remove(entry)}
          />
        </li>
      ))}
    </ul>
  )
}

const closeRooms = resourcesContract.closeRooms

const closedHours = (today: CivilDate): EntryValues => ({ ...emptyEntry(today), kind: 'block' })

/** Closes the clinic for some hours by blocking every room. */
export function CloseHoursDialog({ open, onClose }: DialogControl) {
  const today = useToday()
  const [affected, setAffected] = useState<AffectedVisits>()
  const toMove = useVisitsToMove()
  const { form, dialog } = useContractForm(closeRooms, {
    values: closedHours(today),
    input: ({ first_date, last_date, from, to, note }) => ({
      body: { first_date, last_date, starts_at: from, ends_at: to, note, despite_visits: affected !== undefined },
    }),
    place: { starts_at: 'from', ends_at: 'to' },
    done: s.hoursClosed,
    failed: (error, others) =>
      errorDataOf(closeRooms, 'conflict', error) || others.length === 0
        ? null
        : { title: s.hoursNotClosed, description: others.join('\n') },
    onFailed: (error) => setAffected(affectedVisitsIn(error, errorDataOf(closeRooms, 'conflict', error))),
    reread: [resourcesContract.list],
    onDone: () => {
      onClose()
      toMove.openFor(affected)
    },
  })
  useClearAffectedVisits(form, setAffected)
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title={s.closeHoursTitle}
        description={s.closeHoursHint}
        leave={affected ? s.cancelChange : s.cancel}
        send={affected ? s.keepThem : s.closeNow}
        busyLabel={s.saving}
        {...dialog}
      >
        <div className="space-y-4">
          <EntryFields form={form} isFixed />
          {affected && <AffectedVisitList affected={affected} />}
        </div>
      </FormDialog>
      {toMove.element}
    </>
  )
}
