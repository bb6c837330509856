import type { Tone } from '#web/ui/tone.ts'

const tones: Record<string, Tone> = {
  pending: 'warning',
  confirmed: 'primary',
  'on-going': 'violet',
  completed: 'success',
  resched: 'info',
  cancelled: 'neutral',
}

/** The tone of a status of the wire, for badges, calendar chips and legends; grey when unknown. */
export const statusTone = (status: string): Tone => tones[status] ?? 'neutral'
