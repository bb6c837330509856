import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { bodyOf, valuesOf } from '#web/resources/resource-form.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { StepFooter, type StepProps } from './step-footer.tsx'

const ResourceDialog = lazyDialog(async () => (await import('#web/resources/resource-dialog.tsx')).ResourceDialog)

/** The setup step in which the owner adds practitioners. */
export function FirstPeople({ onNext, onBack }: StepProps) {
  const add = useDialog(ResourceDialog)
  return (
    <ResourceStep title={s.peopleTitle} kind="practitioner">
      {(people) => (
        <>
          <p className="-mt-2 mb-3 text-sm text-ink-2">{s.peopleHint}</p>
          {people.length === 0 && <p className="py-2 text-ink-2">{s.nobody}</p>}
          <ul className="divide-y divide-line">
            {people.map((person) => (
              <li key={person.id} className="flex items-center gap-3 py-2">
                <Avatar name={person.name} src={person.photo} />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-semibold">{person.name}</span>
                  <span className="block text-sm text-ink-2">{person.title}</span>
                </span>
              </li>
            ))}
          </ul>
          <Button
            className="mt-3"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => add.open({ kind: 'practitioner', resource: null })}
          >
            {resourceMessages.add.practitioner}
          </Button>
          {add.element}
          <StepFooter onBack={onBack}>
            <Button variant="primary" onClick={onNext}>
              {s.next}
            </Button>
          </StepFooter>
        </>
      )}
    </ResourceStep>
  )
}

type ResourceStepProps = {
  title: string
  kind: Resource['kind']
  children: (resources: readonly Resource[]) => ReactNode
}

/** Reads the clinic's practitioners or rooms for a setup step. */
function ResourceStep({ title, kind, children }: ResourceStepProps) {
  const read = useEveryRow(resourcesContract.list, { failed: resourceMessages.failedToLoad })
  return (
    <Loaded read={read} label={title} skeleton="h-96">
      {(rows) => <SectionCard title={title}>{children(rows.filter((one) => one.kind === kind))}</SectionCard>}
    </Loaded>
  )
}

/** The setup step in which the owner names the rooms. */
export const FirstRooms = (props: StepProps) => (
  <ResourceStep title={s.roomsTitle} kind="room">
    {(rooms) => <RoomNames rooms={rooms} {...props} />}
  </ResourceStep>
)

const bodyWithName = (room: Resource | null, name: string) => bodyOf('room', { ...valuesOf(room), name })

/** State of the form of room names. A new clinic already has one room, and the first field renames it. */
function useRoomNames(rooms: readonly Resource[], onDone: () => void) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [added, setAdded] = useState<string[]>([])
  const nameOf = (room: Resource) => typed[room.id] ?? room.name
  const isMissing = (room: Resource) => nameOf(room).trim() === ''

  const saveAll = async () => {
    for (const room of rooms.filter((one) => nameOf(one).trim() !== one.name))
      await api(
        resourcesContract.update,
        { params: { id: room.id }, body: bodyWithName(room, nameOf(room)) },
        ifMatch(room),
      )
    for (const name of added.filter((one) => one.trim() !== '')) {
      await api(resourcesContract.create, { body: { ...bodyWithName(null, name), kind: 'room' } })
      // This room exists now, so a retry after a later failure must not add it again.
      setAdded((names) => names.filter((one) => one !== name))
    }
  }
  const { run, busy } = useAction<undefined, void>(saveAll, {
    failed: s.roomsNotSaved,
    reread: [resourcesContract.list],
    onDone,
  })
  return {
    busy,
    fields: [
      ...rooms.map((room) => ({
        key: room.id,
        name: nameOf(room),
        isMissing: isMissing(room),
        onChange: (name: string) => setTyped((names) => ({ ...names, [room.id]: name })),
      })),
      ...added.map((name, index) => ({
        key: `added-${index}`,
        name,
        isMissing: false,
        onChange: (next: string) => setAdded((names) => names.with(index, next)),
      })),
    ],
    add: () => setAdded((names) => [...names, '']),
    save: () => {
      if (!rooms.some(isMissing)) void run(undefined)
    },
  }
}

/** The form with one field per room, and a button that adds another field. */
function RoomNames({ rooms, onNext, onBack }: StepProps & { rooms: readonly Resource[] }) {
  const { fields, add, save, busy } = useRoomNames(rooms, onNext)
  return (
    <>
      <p className="-mt-2 mb-3 text-sm text-ink-2">{s.roomsHint}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map(({ key, name, isMissing, onChange }, index) => (
          <Field key={key} label={s.room(index + 1)} error={isMissing ? resourceMessages.nameRequired : undefined}>
            <TextInput
              value={name}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => onChange(event.target.value)}
            />
          </Field>
        ))}
      </div>
      <Button className="mt-3" icon={<Plus size={18} aria-hidden="true" />} onClick={add}>
        {resourceMessages.add.room}
      </Button>
      <StepFooter onBack={onBack}>
        <Button variant="primary" busy={busy} busyLabel={s.saving} onClick={save}>
          {s.next}
        </Button>
      </StepFooter>
    </>
  )
}
