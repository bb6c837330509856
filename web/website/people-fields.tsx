import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { MOST } from '#shared/website/content.ts'
import { FACES, type Face } from '#shared/website/drawings.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useEveryRow } from '#web/data/use-list.ts'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { joined } from './catalogue-fields.tsx'
import { Elsewhere, Entries, hiding, Text } from './entries.tsx'
import { HeadFields } from './head-fields.tsx'
import { PictureField, thumbnailOf } from './picture-field.tsx'
import type { FieldsProps } from './use-website-editor.ts'

/** The option value for a drawing that Mutya assigns. */
const AUTOMATIC = 'automatic'

const drawings: { value: Face | typeof AUTOMATIC; label: string }[] = [
  { value: AUTOMATIC, label: s.drawingAutomatic },
  ...FACES.map((value) => ({ value, label: s.drawings[value] })),
]

const newMember = { line: '', licence: '', picture: null, drawing: null }

export function PeopleFields(props: FieldsProps<'people'>) {
  const read = useEveryRow(resourcesContract.list, { filter: { kind: 'practitioner' } })
  return (
    <Loaded read={read} skeleton="h-64">
      {(people) => <Members {...props} people={people} />}
    </Loaded>
  )
}

function Members({ value, change, people }: FieldsProps<'people'> & { people: readonly Resource[] }) {
  const nameOf = (id: string) => people.find((row) => row.id === id)?.name ?? ''
  const membersOf = ({ members, adds_new }: typeof value) =>
    joined(
      members,
      people.filter(({ is_active }) => is_active),
      ({ resource_id }) => resource_id,
      (resource_id) => ({ ...newMember, resource_id, is_shown: adds_new }),
    )
  const members = membersOf(value)
  return (
    <div className="space-y-5">
      <HeadFields value={value} change={change} />
      <Switch label={s.addsNewPeople} checked={value.adds_new} onChange={(adds_new) => change({ adds_new })} />
      {members.length === 0 && <Elsewhere text={s.noPeople} to={paths.resources} link={s.addPeople} />}
      <Entries
        items={members}
        onChange={(next) => change((now) => ({ members: next(membersOf(now)).slice(0, MOST.people) }))}
        nameOf={({ resource_id }) => nameOf(resource_id)}
        most={MOST.people}
        isRemovable={() => false}
        thumbnailOf={({ picture }) => picture && thumbnailOf(picture.id)}
        {...hiding}
      >
        {(member, update) => (
          <>
            <Text label={s.licence} value={member.licence} most={60} onChange={(licence) => update({ licence })} />
            <Text label={s.aboutPerson} value={member.line} most={200} long onChange={(line) => update({ line })} />
            <PictureField
              label={s.portrait}
              value={member.picture}
              isNamed
              onChange={(picture) => update({ picture })}
              onRemove={() => update({ picture: null })}
            />
            <Field label={s.drawing} hint={s.drawingHint} group>
              <Select
                value={member.drawing ?? AUTOMATIC}
                onChange={(drawing) => update({ drawing: drawing === AUTOMATIC ? null : drawing })}
                options={drawings}
              />
            </Field>
          </>
        )}
      </Entries>
    </div>
  )
}
