import { ArrowDown, ArrowUp, CircleAlert, Plus, Trash2 } from 'lucide-react'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { FIELD_KINDS, FORM_LIMITS, questionsOf, type ContentProblem, type FormSection } from '#shared/forms/form.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { addSection, changeField, changeSection, moveSection, newField } from './content-changes.ts'
import { FieldCard } from './field-card.tsx'
import { fieldIcons } from './field-icons.tsx'
import type { Arrangement } from './use-arrangement.ts'
import type { FormEditor } from './use-form-editor.ts'

type ListProps = { editor: FormEditor; arrangement: Arrangement; problems: readonly ContentProblem[] }

/** The sections of a form with their fields, which can be added, changed, moved and removed in this list. */
export function SectionList({ editor, arrangement, problems }: ListProps) {
  const { content, change } = editor
  return (
    <div ref={arrangement.list} className="space-y-4">
      {content.sections.map((section, position) => (
        <SectionCard
          key={section.id}
          section={section}
          position={position}
          editor={editor}
          arrangement={arrangement}
          problems={problems}
        />
      ))}
      {content.sections.length < FORM_LIMITS.sections && (
        <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => change(addSection)}>
          {s.addSection}
        </Button>
      )}
      <p aria-live="polite" className="sr-only">
        {arrangement.announcement}
      </p>
    </div>
  )
}

type SectionProps = ListProps & { section: FormSection; position: number }

function SectionCard({ section, position, editor, arrangement, problems }: SectionProps) {
  const of = (id: string) => problems.filter((one) => one.id === id).map(({ message }) => message)
  return (
    <Card className="p-4">
      <SectionHead section={section} position={position} editor={editor} />
      {of(section.id).map((problem) => (
        <p key={problem} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      ))}
      <ul
        className="mt-4 space-y-2"
        onDragOver={(event) => {
          // An empty section has no field over which another could be dragged, so the section itself takes the dragged
          // field.
          if (section.fields.length > 0 || arrangement.draggedId === null) return
          event.preventDefault()
          arrangement.dragTo({ section: position, position: 0 })
        }}
      >
        {section.fields.map((field, at) => (
          <FieldCard
            key={field.id}
            field={field}
            place={{ section: position, position: at }}
            arrangement={arrangement}
            onChange={(changed) => editor.change((now) => changeField(now, changed))}
            problems={of(field.id)}
          />
        ))}
      </ul>
      <div className="mt-4">
        <AddField editor={editor} arrangement={arrangement} section={section} position={position} />
      </div>
    </Card>
  )
}

function SectionHead({ section, position, editor }: Pick<SectionProps, 'section' | 'position' | 'editor'>) {
  const { content, change } = editor
  const name = section.title || s.section(position + 1)
  const remove = () => {
    change((now) => ({ ...now, sections: now.sections.filter(({ id }) => id !== section.id) }))
    toast.info({
      title: s.removed(name),
      seconds: 15,
      action: {
        label: s.undo,
        onPress: () => change((now) => ({ ...now, sections: now.sections.toSpliced(position, 0, section) })),
      },
    })
  }
  return (
    <div className="flex flex-wrap items-end gap-1">
      <Field label={s.sectionTitle} className="min-w-48 flex-1">
        <TextInput
          value={section.title}
          maxLength={120}
          placeholder={s.section(position + 1)}
          onChange={(event) => change((now) => changeSection(now, section.id, { title: event.target.value }))}
        />
      </Field>
      <IconButton
        label={s.moveUp(name)}
        icon={<ArrowUp size={18} aria-hidden="true" />}
        disabled={position === 0}
        onClick={() => change((now) => moveSection(now, section.id, -1))}
      />
      <IconButton
        label={s.moveDown(name)}
        icon={<ArrowDown size={18} aria-hidden="true" />}
        disabled={position === content.sections.length - 1}
        onClick={() => change((now) => moveSection(now, section.id, 1))}
      />
      <IconButton label={s.removeSection(name)} icon={<Trash2 size={18} aria-hidden="true" />} onClick={remove} />
    </div>
  )
}

function AddField({ editor, arrangement, section, position }: Omit<SectionProps, 'problems'>) {
  const isFull = questionsOf(editor.content).length >= FORM_LIMITS.fields
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={<Plus size={18} aria-hidden="true" />} disabled={isFull}>
          {s.addField}
        </Button>
      }
      items={FIELD_KINDS.map((kind) => {
        const Icon = fieldIcons[kind]
        return {
          label: s.kinds[kind],
          icon: <Icon size={18} aria-hidden="true" />,
          onSelect: () => arrangement.add(newField(kind), { section: position, position: section.fields.length }),
        }
      })}
    />
  )
}
