import { areSamples } from './content.ts'

/** Says that what stands here is a sample, as long as it is one. */
export function SampleMark({ children }: { children: string }) {
  if (!areSamples) return null
  return (
    <span className="inline-flex items-center rounded-full border border-line bg-surface px-3 py-1 text-xs font-bold text-gold-ink">
      {children}
    </span>
  )
}
