import { clsx } from 'clsx'
import { Check, Sparkles } from 'lucide-react'
import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import type { BookingTreatment } from './booking-api.ts'
import { StepFrame } from './booking-step-frame.tsx'
import type { BookingModel } from './use-booking.ts'

export const choiceCard = (chosen: boolean) =>
  clsx(
    'w-full touch-manipulation rounded-card border bg-surface text-left transition-[border-color,box-shadow] active:translate-y-px',
    chosen ? 'border-primary ring-1 ring-primary' : 'border-line hover:border-line-strong hover:shadow-2',
  )

export function BookingTreatmentStep({ model }: { model: BookingModel }) {
  return (
    <StepFrame booking={model.booking}>
      <Treatments model={model} />
    </StepFrame>
  )
}

function Treatments({ model: { booking, dispatch, sources } }: { model: BookingModel }) {
  const { treatments } = sources
  if (treatments.status === 'failed') return <ErrorPanel message={treatments.sentence} onRetry={treatments.reload} />
  if (treatments.status === 'loading')
    return (
      <SkeletonGroup label={s.loadingTreatments} className="grid gap-3 sm:grid-cols-2">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-20 rounded-card!" />
        ))}
      </SkeletonGroup>
    )
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {treatments.data.map((treatment) => (
        <li key={treatment.id} className="flex">
          <TreatmentCard
            treatment={treatment}
            chosen={treatment.id === booking.treatment}
            onChoose={() => dispatch({ type: 'treatment-chosen', id: treatment.id })}
          />
        </li>
      ))}
    </ul>
  )
}

type TreatmentCardProps = { treatment: BookingTreatment; chosen: boolean; onChoose: () => void }

function TreatmentCard({ treatment, chosen, onChoose }: TreatmentCardProps) {
  const Icon = chosen ? Check : Sparkles
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={clsx(choiceCard(chosen), 'flex min-h-20 items-center gap-4 p-4')}
    >
      <span
        className={clsx(
          'grid size-12 shrink-0 place-items-center rounded-full transition-colors',
          chosen ? 'bg-primary text-on-primary' : 'bg-primary-soft text-primary-ink',
        )}
      >
        <Icon size={20} strokeWidth={chosen ? 2.4 : 1.6} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{treatment.treatment_name}</span>
        {treatment.treatment_description && (
          <span className="mt-0.5 line-clamp-2 text-sm text-ink-2 wrap-anywhere">
            {treatment.treatment_description}
          </span>
        )}
      </span>
    </button>
  )
}
