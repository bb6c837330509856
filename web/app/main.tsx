import '../styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  replace,
  type RouteObject,
  useLoaderData,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient, query } from '#web/lib/query.ts'
import { reloadAfterDeploy } from '#web/lib/page/retry-import.ts'
import { UiProvider } from '#web/ui/ui-provider.tsx'
import { openDocument, pathnameOf } from '#web/lib/public-paths.ts'
import { personOf, loadedSession } from '#web/lib/session/session.ts'
import { ErrorPage, NoAccessPage, Splash } from './fallback-pages.tsx'
import { type Arrival, resolveArrival, type Visitor, routes, type LoadPage, type PageRoute } from './routes.ts'
import { Root } from './root.tsx'

/**
 * True while the clinic has no admin; called only while nobody is logged in. If the server does not respond it is
 * false, because the log-in page asks the server again.
 */
async function needsSetup(): Promise<boolean> {
  const { clinicContract } = await import('#shared/clinic/contract.ts')
  const { data } = await queryClient
    .ensureQueryData({ ...query(clinicContract.read, {}), staleTime: 60_000 })
    .catch(() => ({ data: { needs_setup: false } }))
  return data.needs_setup
}

async function visitor(): Promise<Visitor | null> {
  const session = await loadedSession()
  if (session.status === 'unreachable') return null
  const person = personOf(session)
  return {
    role: person?.user_role ?? null,
    mustSetPassword: person?.must_set_password ?? false,
    mustSetUpSecondFactor: person?.second_factor === 'required',
    needsSetup: person === null && (await needsSetup()),
  }
}

const never = (): Promise<never> => new Promise(() => undefined)

/**
 * Decides whether the visitor sees the page or is redirected. Returns null when the server did not answer: the frame
 * then says so, and the guard runs again later.
 */
async function guard({ request }: LoaderFunctionArgs): Promise<Arrival | null> {
  const who = await visitor()
  if (!who) return null
  const url = new URL(request.url)
  const arrival = resolveArrival(url.pathname, who)
  if (arrival.kind === 'document') {
    openDocument(arrival.path, { replace: true })
    return never()
  }
  const stays = pathnameOf(url.pathname).toLowerCase() === arrival.path.toLowerCase()
  if (!stays) throw replace(arrival.path)
  return arrival
}

/** Returns the page. If the role may not read the page's data, it returns a page that says so, and requests nothing. */
async function guardedPage(load: LoadPage): Promise<ComponentType> {
  const { default: Page } = await load()
  return function GuardedPage() {
    const arrival = useLoaderData<Arrival | null>()
    if (!arrival) return null
    return arrival.kind === 'no-access' ? <NoAccessPage /> : <Page />
  }
}

/** Loads a page in parallel with its guard, which decides whether it is shown. */
const routeObject = ({ path, page, title }: PageRoute): RouteObject => ({
  id: path,
  path,
  loader: guard,
  // The guard depends on path and session, so a new search or filter does not run it again.
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate,
  handle: { title },
  ErrorBoundary: ErrorPage,
  // A separate document renders nothing here, because its guard leaves the app.
  ...(page === 'document' ? { element: null } : { lazy: { Component: () => guardedPage(page) } }),
})

// The layout is imported lazily, because the till and the pages before log-in have no navigation.
const appLayout = async () => (await import('./layouts/app-layout.tsx')).AppLayout

const inLayout = (layout: PageRoute['layout']) => routes.filter((route) => route.layout === layout).map(routeObject)

const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Splash,
    children: [
      { Component: Outlet, children: inLayout('bare') },
      { lazy: { Component: appLayout }, children: inLayout('app') },
      // All other paths, old and unknown ones, which the guard redirects.
      { path: '*', loader: guard, element: null },
    ],
  },
])

reloadAfterDeploy()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)

function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider>{children}</UiProvider>
    </QueryClientProvider>
  )
}
