import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { useIsPhone } from '#web/lib/use-media-query.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CatalogueSection } from './catalogue-sections.tsx'
import { SECTIONS, useCatalogueView } from './catalogue-view.ts'
import { sectionLabels } from './section-labels.ts'
import { SectionSteps } from './section-steps.tsx'

const tabs = SECTIONS.map((section) => ({ value: section, label: sectionLabels[section] }))

/** Treatments & Services: what the clinic offers, and for how much. */
export default function CataloguePage() {
  const { open, ...view } = useCatalogueView()
  const isPhone = useIsPhone()
  // A list of another section starts anew: its search, its open row, its form.
  const section = <CatalogueSection key={view.section} {...view} />
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} />
      {isPhone ? (
        <>
          <SectionSteps section={view.section} onChange={open} />
          {section}
        </>
      ) : (
        <Tabs label={s.sections} items={tabs} value={view.section} onChange={open} panelClassName="mt-4">
          {section}
        </Tabs>
      )}
    </div>
  )
}
