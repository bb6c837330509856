import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { chartsContract, type ChartSettings } from '#shared/charts/contract.ts'
import { clinicalRecordMessages as s } from '#shared/charts/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { checkSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { discardQuestion, hasUnsavedChanges, useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { KeptCharts } from './kept-charts.tsx'
import { ReadLog } from './read-log.tsx'
import { RecordCheckNotice } from './record-check.tsx'

const tabs = [
  { value: 'settings', label: s.settings },
  { value: 'reads', label: s.readLog },
  { value: 'kept', label: s.oldCharts },
] as const
type Tab = (typeof tabs)[number]['value']

/** Settings > Clinical Record: whether charts are kept, who reads them, and who has read them. */
export default function ClinicalRecordPage() {
  const [tab, setTab] = useState<Tab>('settings')
  const confirm = useConfirm()
  // Asks first, because the form of the settings loses its changes when another tab opens.
  const change = async (next: Tab) => {
    if (!hasUnsavedChanges() || (await confirm(discardQuestion))) setTab(next)
  }
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <RecordCheckNotice />
      <Tabs
        byPressOnly
        label={s.tabs}
        items={tabs}
        value={tab}
        onChange={(next) => void change(next)}
        panelClassName="mt-4"
      >
        {tab === 'settings' && <Settings />}
        {tab === 'reads' && <ReadLog />}
        {tab === 'kept' && <KeptCharts />}
      </Tabs>
    </div>
  )
}

function Settings() {
  const { data, error, failure } = useRead(chartsContract.settings, {}, { failed: s.failedToLoad })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {failure && !data && <ErrorPanel {...failure} />}
      {!data && !error && <Skeleton className="h-96" />}
      {data && <SettingsForm settings={data.data} />}
      <SectionCard title={s.who}>
        <ul className="list-disc space-y-2 pl-5">
          {s.whoLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </SectionCard>
    </div>
  )
}

const valuesOf = ({ is_on, is_open_to_practitioners }: ChartSettings) => ({ is_on, is_open_to_practitioners })

function SettingsForm({ settings }: { settings: ChartSettings }) {
  const { form, busy, isDirty, onSubmit } = useContractForm(chartsContract.saveSettings, {
    values: valuesOf(settings),
    edits: { row: settings, valuesOf },
    input: (body) => ({ body }),
    done: s.saved,
    failed: s.notSaved,
    reread: [chartsContract.settings],
    onDone: ({ data }) => {
      form.reset(valuesOf(data))
      // Reads the session again, because it says whether charts are kept, which decides about links and buttons.
      void checkSession()
    },
  })
  useUnsavedGuard(isDirty)
  return (
    <form noValidate onSubmit={onSubmit}>
      <SectionCard title={s.settings}>
        <div className="space-y-4">
          <Controller
            control={form.control}
            name="is_on"
            render={({ field }) => (
              <Switch label={s.isOn} detail={s.isOnHint} checked={field.value} onChange={field.onChange} />
            )}
          />
          <Controller
            control={form.control}
            name="is_open_to_practitioners"
            render={({ field }) => (
              <Switch label={s.isOpen} detail={s.isOpenHint} checked={field.value} onChange={field.onChange} />
            )}
          />
          <Button type="submit" variant="primary" block busy={busy} busyLabel={s.saving}>
            {s.save}
          </Button>
        </div>
      </SectionCard>
    </form>
  )
}
