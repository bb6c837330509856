import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import type { AffectedVisits } from '#web/resources/affected-visits.tsx'
import { Button } from '#web/ui/button.tsx'

/**
 * The props of a setup step: the actions Next and Back (if there is a previous step), and the list of visits outside
 * the new hours.
 */
export type StepProps = {
  onNext: () => void
  onBack?: (() => void) | undefined
  onSaved: (affected: AffectedVisits | undefined) => void
}

type StepFooterProps = { onBack?: (() => void) | undefined; onSkip?: (() => void) | undefined; children: ReactNode }

/** The buttons Back, Skip and Next. */
export function StepFooter({ onBack, onSkip, children }: StepFooterProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4">
      {onBack && (
        <Button
          variant="quiet"
          className="mr-auto"
          icon={<ChevronLeft size={18} aria-hidden="true" />}
          onClick={onBack}
        >
          {s.back}
        </Button>
      )}
      {onSkip && <Button onClick={onSkip}>{s.skip}</Button>}
      {children}
    </div>
  )
}
