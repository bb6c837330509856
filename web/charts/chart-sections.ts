import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { chartMessages } from '#shared/charts/messages.ts'

type ChartPart = keyof typeof chartMessages.parts

/** A part of the chart page. `name` is the client's name. */
export type ChartSectionProps = { clientId: string; name: string; isLocked: boolean }

/** The parts of a chart in the order of their tabs; each is loaded when its tab is opened. */
export const chartSections: readonly {
  part: ChartPart
  Section: LazyExoticComponent<ComponentType<ChartSectionProps>>
}[] = [
  { part: 'notes', Section: lazy(() => import('#web/treatment-notes/notes-section.tsx')) },
  { part: 'photos', Section: lazy(() => import('#web/chart-photos/photos-section.tsx')) },
  { part: 'forms', Section: lazy(() => import('#web/forms/signed-forms-section.tsx')) },
  { part: 'plans', Section: lazy(() => import('#web/treatment-plans/plans-section.tsx')) },
  { part: 'card', Section: lazy(() => import('#web/alerts/client-card-section.tsx')) },
]
