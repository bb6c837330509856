import { Plus } from 'lucide-react'
import { useState } from 'react'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { bodyOf, valuesOf } from '#web/resources/resource-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'

const bodyWithName = (room: Resource | null, name: string) => bodyOf('room', { ...valuesOf(room), name })

/** State of the form of room names. A new clinic already has one room, which the owner's first name renames. */
export function useRoomNames(rooms: readonly Resource[], onDone: () => void) {
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

/** One field per room, and a button that adds another. */
export function RoomNames({ rooms: { fields, add } }: { rooms: ReturnType<typeof useRoomNames> }) {
  return (
    <section aria-labelledby="first-rooms" className="mt-6 border-t border-line pt-4">
      <h3 id="first-rooms" className="font-bold">
        {s.roomsTitle}
      </h3>
      <p className="mb-3 text-sm text-ink-2">{s.roomsHint}</p>
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
    </section>
  )
}
