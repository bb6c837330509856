import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { managementMessages as s, catalogueMessages } from '#shared/catalogue/messages.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { useIsPhone } from '#web/lib/use-device.ts'
import { hasUnsavedChanges, discardQuestion } from '#web/ui/overlays/unsaved-changes.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AddAddOnForm, AddServiceForm, AddTreatmentForm } from './add-forms.tsx'
import { addOnColumns, serviceColumns, treatmentColumns } from './catalogue-columns.tsx'
import { addOnKind, serviceKind, treatmentKind } from './catalogue-kinds.ts'
import { CatalogueList } from './catalogue-list.tsx'

const PackagesDialog = lazyDialog(async () => (await import('#web/prepaid/packages-dialog.tsx')).PackagesDialog)

const SECTIONS = ['treatments', 'services', 'add-ons'] as const
type Section = (typeof SECTIONS)[number]

const labels: Record<Section, string> = { treatments: s.treatments, services: s.services, 'add-ons': s.addOns }
const tabs = SECTIONS.map((section) => ({ value: section, label: labels[section] }))

/** The open section from the URL: `?section=services`. Opening another section removes all filters. */
function useSection(): [Section, (section: Section) => void] {
  const [params, edit] = useAddress()
  const named = params.get('section')
  const open = (next: Section) =>
    edit((address) => {
      Array.from(address.keys()).forEach((name) => address.delete(name))
      if (next !== SECTIONS[0]) address.set('section', next)
    })
  return [SECTIONS.find((section) => section === named) ?? SECTIONS[0], open]
}

/** Treatments & Services: the clinic's offers and prices. */
export default function CataloguePage() {
  const [section, open] = useSection()
  const confirm = useConfirm()
  // Asks first if a form has unsaved input, because another section has another form and the input would be lost.
  const change = async (next: Section) => {
    if (!hasUnsavedChanges() || (await confirm(discardQuestion))) open(next)
  }
  const isPhone = useIsPhone()
  const packages = useDialog(PackagesDialog)
  const { form, list } = sections[section]
  const content = (
    // The form is beside the list on wide screens and above it otherwise. The key resets search, open row and form when
    // the section changes.
    <div key={section} className="grid items-start gap-6 xl:grid-cols-[21rem_minmax(0,1fr)]">
      {form}
      {list}
    </div>
  )
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} actions={<Button onClick={() => packages.open({})}>{s.packages}</Button>} />
      {packages.element}
      {isPhone ? (
        <>
          <SectionSteps section={section} onChange={(next) => void change(next)} />
          {content}
        </>
      ) : (
        <Tabs
          byPressOnly
          label={s.sections}
          items={tabs}
          value={section}
          onChange={(next) => void change(next)}
          panelClassName="mt-4"
        >
          {content}
        </Tabs>
      )}
    </div>
  )
}

const treatmentText = {
  search: s.searchTreatments,
  listed: s.listedTreatments,
  listedDeleted: s.deletedTreatments,
  failed: s.failedToLoadTreatments,
  none: catalogueMessages.noTreatments,
  noneHint: s.firstTreatment,
  noneMatch: catalogueMessages.noTreatmentsMatch,
  deleteBody: s.goesWithTreatment,
}
const serviceText = {
  search: s.searchServices,
  listed: s.listedServices,
  listedDeleted: s.deletedServices,
  failed: s.failedToLoadServices,
  none: catalogueMessages.noServices,
  noneHint: s.firstService,
  noneMatch: catalogueMessages.noServicesMatch,
}
const addOnText = {
  search: s.searchAddOns,
  listed: s.listedAddOns,
  listedDeleted: s.deletedAddOns,
  failed: s.failedToLoadAddOns,
  none: catalogueMessages.noAddOns,
  noneHint: s.firstAddOn,
  noneMatch: catalogueMessages.noAddOnsMatch,
}

const sections: Record<Section, { form: ReactNode; list: ReactNode }> = {
  treatments: {
    form: <AddTreatmentForm />,
    list: <CatalogueList kind={treatmentKind} columns={treatmentColumns} words={treatmentText} />,
  },
  services: {
    form: <AddServiceForm />,
    list: <CatalogueList kind={serviceKind} columns={serviceColumns} words={serviceText} byTreatment />,
  },
  'add-ons': {
    form: <AddAddOnForm />,
    list: <CatalogueList kind={addOnKind} columns={addOnColumns} words={addOnText} byTreatment />,
  },
}

type SectionStepsProps = { section: Section; onChange: (section: Section) => void }

/** On phones, buttons for the previous and next section replace the tabs. */
function SectionSteps({ section, onChange }: SectionStepsProps) {
  const position = SECTIONS.indexOf(section)
  const before = SECTIONS[position - 1]
  const after = SECTIONS[position + 1]
  return (
    <nav aria-label={s.sections} className="space-y-2">
      <p aria-live="polite" className="text-center text-lg font-bold">
        {labels[section]}
        <span className="tnum block text-sm font-normal text-ink-2">{s.step(position + 1, SECTIONS.length)}</span>
      </p>
      <div className="flex gap-2">
        <Button
          className="flex-1"
          disabled={!before}
          onClick={() => before && onChange(before)}
          icon={<ChevronLeft size={18} aria-hidden="true" />}
        >
          {uiMessages.previous}
        </Button>
        <Button className="flex-1" disabled={!after} onClick={() => after && onChange(after)}>
          {uiMessages.next}
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </nav>
  )
}
