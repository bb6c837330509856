import { Info } from 'lucide-react'

/** Why something that was chosen is not chosen any more. */
export function Notice({ sentence }: { sentence: string }) {
  return (
    <p
      role="alert"
      className="mt-4 flex items-start gap-3 rounded-card bg-warning-soft px-4 py-3 text-sm font-semibold text-warning"
    >
      <Info size={19} className="mt-px shrink-0" aria-hidden="true" />
      {sentence}
    </p>
  )
}
