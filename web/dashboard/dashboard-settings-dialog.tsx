import { useState, type FormEvent } from 'react'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import {
  DASHBOARD_PARTS,
  dashboardParts,
  REFRESH_MINUTES,
  type DashboardPart,
  type DashboardSettings,
} from './dashboard-settings.ts'

const intervals = REFRESH_MINUTES.map((minutes) => ({ value: minutes, label: s.refreshChoices[`${minutes}`] }))

type SettingsDialogProps = DialogControl & {
  settings: DashboardSettings
  onSave: (settings: DashboardSettings) => void
}

/** How often the dashboard refreshes itself, and what it shows. Nothing changes until Save. */
export function DashboardSettingsDialog({ open, settings, onSave, onClose }: SettingsDialogProps) {
  const [draft, setDraft] = useState(settings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(draft)
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.settingsTitle}
      description={s.settingsHint}
      size="sm"
      onSubmit={submit}
      leave={s.cancel}
      send={s.save}
    >
      <Choices draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}

type ChoicesProps = { draft: DashboardSettings; onChange: (draft: DashboardSettings) => void }

function Choices({ draft, onChange }: ChoicesProps) {
  const toggle = (part: DashboardPart, shown: boolean) => {
    const others = draft.hidden.filter((hidden) => hidden !== part)
    onChange({ ...draft, hidden: shown ? others : [...others, part] })
  }
  return (
    <>
      <Field label={s.refreshEvery} group>
        <Select
          options={intervals}
          value={draft.refreshMinutes}
          onChange={(refreshMinutes) => onChange({ ...draft, refreshMinutes })}
        />
      </Field>
      <fieldset className="mt-6">
        <legend className="mb-1 text-sm font-semibold">{s.shown}</legend>
        {dashboardParts.map((part) => (
          <Checkbox
            key={part}
            label={DASHBOARD_PARTS[part]}
            checked={!draft.hidden.includes(part)}
            onChange={(shown) => toggle(part, shown)}
          />
        ))}
      </fieldset>
    </>
  )
}
