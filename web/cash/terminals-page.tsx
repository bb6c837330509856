import { Controller } from 'react-hook-form'
import { cashManagementContract, type CashSettings } from '#shared/cash/management-contract.ts'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ReadingList } from './reading-list.tsx'
import { ShiftList } from './shift-list.tsx'
import { TerminalList } from './terminal-list.tsx'

const TABS = ['terminals', 'shifts', 'readings'] as const
type Tab = (typeof TABS)[number]
const tabs = TABS.map((value) => ({ value, label: s.tabs[value] }))

/** The open tab from the URL: `?part=shifts`. Another tab starts without filters. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [params, edit] = useAddress()
  const named = params.get('part')
  const open = (next: Tab) =>
    edit((address) => {
      Array.from(address.keys()).forEach((name) => address.delete(name))
      if (next !== 'terminals') address.set('part', next)
    })
  return [TABS.find((tab) => tab === named) ?? 'terminals', open]
}

/** Cash control: settings and terminals, shifts with differences, and readings. */
export default function TerminalsPage() {
  const [tab, openTab] = useTab()
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <Tabs label={s.parts} items={tabs} value={tab} onChange={openTab} panelClassName="mt-4">
        {tab === 'terminals' && (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <TerminalList />
            <ControlCard />
          </div>
        )}
        {tab === 'shifts' && <ShiftList />}
        {tab === 'readings' && <ReadingList />}
      </Tabs>
    </div>
  )
}

function ControlCard() {
  const { data, error, failure } = useRead(cashManagementContract.settings, {}, { failed: s.failedToLoad })
  return (
    <SectionCard title={s.control}>
      {failure && !data && <ErrorPanel {...failure} />}
      {data ? <ControlForm settings={data.data} /> : !error && <Skeleton className="h-48" />}
    </SectionCard>
  )
}

const valuesOf = ({ is_on, allowed_difference }: CashSettings) => ({
  is_on,
  allowed_difference: allowed_difference.toFixed(2),
})

function ControlForm({ settings }: { settings: CashSettings }) {
  const { form, busy, onSubmit } = useContractForm(cashManagementContract.saveSettings, {
    values: valuesOf(settings),
    edits: { row: settings, valuesOf },
    input: ({ is_on, allowed_difference }) => ({
      body: { is_on, allowed_difference: toPesos(parsePesos(allowed_difference) ?? Number.NaN) },
    }),
    done: s.saved,
    failed: s.notSaved,
    reread: [cashManagementContract.settings, cashManagementContract.openShifts],
    onDone: ({ data }) => form.reset(valuesOf(data)),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <Controller
        control={form.control}
        name="is_on"
        render={({ field }) => (
          <Switch label={s.isOn} detail={s.isOnHint} checked={field.value} onChange={field.onChange} />
        )}
      />
      <Field label={s.allowedDifference} error={form.formState.errors.allowed_difference?.message}>
        <Controller
          control={form.control}
          name="allowed_difference"
          render={({ field }) => <MoneyInput {...field} />}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={busy} busyLabel={s.saving}>
        {s.saveControl}
      </Button>
    </form>
  )
}
