import type { Parsed } from '#shared/lib/endpoint.ts'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'

export const SECTIONS = ['treatments', 'services', 'add-ons'] as const
export type Section = (typeof SECTIONS)[number]
export type ListQuery = Parsed<typeof catalogueContract.services>['querystring']

/** How the screen stands in the address: `?section=services&search=peel&treatment=…&deleted=yes&page=2`. */
const defaults = { section: 'treatments', search: '', treatment: '', deleted: 'no', page: 1 } as const
type State = { section: string; search: string; treatment: string; deleted: string; page: number }

const isId = (text: string) => /^[0-9a-f-]{36}$/i.test(text)

/** A hand-written address may say anything: what is no section, treatment or page counts as not given. */
export const catalogueViewOf = (state: State): { section: Section; query: ListQuery } => ({
  section: SECTIONS.find((section) => section === state.section) ?? 'treatments',
  query: {
    search: state.search.trim().slice(0, 100),
    treatment_id: isId(state.treatment) ? state.treatment : undefined,
    deleted: state.deleted === 'yes' ? 'yes' : 'no',
    page: Math.min(Math.max(1, state.page), 1_000_000),
    per_page: 5,
  },
})

export type ViewChange = Partial<{ search: string; treatment: string; deleted: 'no' | 'yes'; page: number }>
export type CatalogueView = { query: ListQuery; change: (next: ViewChange) => void }

/** The open section and what its list shows. Another section starts with its whole list. */
export function useCatalogueView(): CatalogueView & { section: Section; open: (section: Section) => void } {
  const [state, change] = useUrlState(defaults)
  const { section, query } = catalogueViewOf(state)
  return { section, query, change, open: (next) => change({ ...defaults, section: next }) }
}
