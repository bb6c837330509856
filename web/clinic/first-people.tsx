import { Plus } from 'lucide-react'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { RoomNames, useRoomNames } from './first-rooms.tsx'
import { StepFooter, type StepProps } from './step-footer.tsx'

const ResourceDialog = lazyDialog(async () => (await import('#web/resources/resource-dialog.tsx')).ResourceDialog)

/** The setup step for people and rooms. */
export function FirstPeople(props: StepProps) {
  const { data, failure } = useEveryRow(resourcesContract.list, { failed: resourceMessages.failedToLoad })
  if (failure && !data) return <ErrorPanel {...failure} />
  if (data) return <PeopleAndRooms resources={data} {...props} />
  return (
    <SkeletonGroup label={s.peopleTitle}>
      <Skeleton className="h-96" />
    </SkeletonGroup>
  )
}

function PeopleAndRooms({ resources, onNext, onBack }: StepProps & { resources: readonly Resource[] }) {
  const rooms = useRoomNames(
    resources.filter(({ kind }) => kind === 'room'),
    onNext,
  )
  return (
    <SectionCard title={s.peopleTitle}>
      <People people={resources.filter(({ kind }) => kind === 'practitioner')} />
      <RoomNames rooms={rooms} />
      <StepFooter onBack={onBack}>
        <Button variant="primary" busy={rooms.busy} busyLabel={s.saving} onClick={rooms.save}>
          {s.next}
        </Button>
      </StepFooter>
    </SectionCard>
  )
}

function People({ people }: { people: readonly Resource[] }) {
  const add = useDialog(ResourceDialog)
  return (
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
    </>
  )
}
