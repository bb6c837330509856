/** What a colour means. Colour never stands alone: a word beside it says the same. */
export type Tone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'info' | 'violet' | 'rose' | 'gold'

/** The classes of each tone for badges and calendar entries: a light background with its own text colour. */
export const toneSoft: Record<Tone, string> = {
  neutral: 'bg-surface-3 text-ink-2',
  primary: 'bg-primary-soft text-primary-ink',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  violet: 'bg-violet-soft text-violet',
  rose: 'bg-rose-soft text-rose',
  gold: 'bg-surface-2 text-gold-ink',
}

/** The text colour of each tone on the page's background, such as for trends and notes. */
export const toneText: Record<Tone, string> = {
  neutral: 'text-ink-2',
  primary: 'text-primary',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
  violet: 'text-violet',
  rose: 'text-rose',
  gold: 'text-gold-ink',
}

/** The colour of the dot beside a word, for each tone. */
export const toneDot: Record<Tone, string> = {
  neutral: 'bg-ink-3',
  primary: 'bg-primary',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  info: 'bg-info',
  violet: 'bg-violet',
  rose: 'bg-rose',
  gold: 'bg-gold',
}

/** The colour of a card's edge, for each tone; the caller sets the edge's position and width. */
export const toneEdge: Record<Tone, string> = {
  neutral: 'border-ink-3',
  primary: 'border-primary',
  success: 'border-success',
  warning: 'border-warning',
  danger: 'border-danger',
  info: 'border-info',
  violet: 'border-violet',
  rose: 'border-rose',
  gold: 'border-gold',
}
