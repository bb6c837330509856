import { Progress } from '@base-ui/react/progress'

type ProgressBarProps = {
  label: string
  /** The part of the work that is done, from 0 to 1; null while the total is not known. */
  share: number | null
  /** The progress in words, below the bar. */
  children: string
}

/** The progress of a long step, as a bar and in words. */
export const ProgressBar = ({ label, share, children }: ProgressBarProps) => (
  <Progress.Root
    aria-label={label}
    value={share === null ? null : Math.round(share * 100)}
    getAriaValueText={() => children}
    className="space-y-2"
  >
    <Progress.Track className="block h-2.5 overflow-hidden rounded-full bg-surface-3">
      <Progress.Indicator className="block h-full rounded-full bg-primary transition-[width] duration-200 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
    </Progress.Track>
    <p className="tnum text-ctl text-ink-2" role="status">
      {children}
    </p>
  </Progress.Root>
)
