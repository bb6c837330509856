import { ChevronLeft, ChevronRight } from 'lucide-react'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { SECTIONS, type Section } from './catalogue-view.ts'
import { sectionLabels } from './section-labels.ts'

type SectionStepsProps = { section: Section; onChange: (section: Section) => void }

/** On phones one section after the other, in place of the tabs. */
export function SectionSteps({ section, onChange }: SectionStepsProps) {
  const position = SECTIONS.indexOf(section)
  const before = SECTIONS[position - 1]
  const after = SECTIONS[position + 1]
  return (
    <nav aria-label={s.sections} className="space-y-2">
      <p aria-live="polite" className="text-center text-lg font-bold">
        {sectionLabels[section]}
        <span className="tnum block text-sm font-normal text-ink-2">{s.step(position + 1, SECTIONS.length)}</span>
      </p>
      <div className="flex gap-2">
        <Button
          className="flex-1"
          disabled={!before}
          onClick={() => before && onChange(before)}
          icon={<ChevronLeft size={18} aria-hidden="true" />}
        >
          {uiSentences.previous}
        </Button>
        <Button className="flex-1" disabled={!after} onClick={() => after && onChange(after)}>
          {uiSentences.next}
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </nav>
  )
}
