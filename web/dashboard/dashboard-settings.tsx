import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The parts that can be hidden, in screen order, with their labels. */
export const DASHBOARD_PARTS = {
  'monthly-sales': s.monthlySales,
  'total-sales': s.totalSales,
  'total-clients': s.totalClients,
  'todays-sales': s.todaysSales,
  'sales-trend': s.salesTrend,
  'client-analytics': s.clientAnalytics,
} as const
export type DashboardPart = keyof typeof DASHBOARD_PARTS
export const dashboardParts = Object.keys(DASHBOARD_PARTS) as DashboardPart[]

const REFRESH_MINUTES = [0, 1, 5, 15] as const

const settingsSchema = z.object({
  /** 0 minutes means that the dashboard's figures are refreshed only on request. */
  refreshMinutes: z.literal(REFRESH_MINUTES),
  hidden: z.array(z.enum(dashboardParts)),
})
type DashboardSettings = z.output<typeof settingsSchema>

export const defaultSettings: DashboardSettings = { refreshMinutes: 5, hidden: [] }

/** Milliseconds between refreshes; false for never. */
export const everyMsOf = ({ refreshMinutes }: DashboardSettings): number | false =>
  refreshMinutes === 0 ? false : refreshMinutes * 60_000

const keyOf = (userId: string) => `mutya.dashboard.${userId}`

/** The person's settings on this device; the defaults if missing or invalid. */
export function readSettings(userId: string, storage: Pick<Storage, 'getItem'> = localStorage): DashboardSettings {
  try {
    const stored = settingsSchema.safeParse(JSON.parse(storage.getItem(keyOf(userId)) ?? 'null'))
    return stored.success ? stored.data : defaultSettings
  } catch {
    // Storage may be disabled or contain anything; the dashboard works without.
    return defaultSettings
  }
}

export function writeSettings(
  userId: string,
  settings: DashboardSettings,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(settings))
  } catch {
    // If the browser has no storage, the settings apply only until the page is closed.
  }
}

/** The settings of one person on this device, with a setter. */
export function useDashboardSettings(userId: string): [DashboardSettings, (settings: DashboardSettings) => void] {
  const [settings, setSettings] = useState(() => readSettings(userId))
  const save = (next: DashboardSettings) => {
    writeSettings(userId, next)
    setSettings(next)
  }
  return [settings, save]
}

const intervals = REFRESH_MINUTES.map((minutes) => ({ value: minutes, label: s.refreshChoices[`${minutes}`] }))

type SettingsDialogProps = DialogControl & {
  settings: DashboardSettings
  onSave: (settings: DashboardSettings) => void
}

/** The dashboard's settings: refresh interval and visible parts. Nothing changes until Save. */
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
