import type { ComponentType } from 'react'
import { createBrowserRouter, Outlet, useLoaderData, type RouteObject } from 'react-router'
import { ErrorPage, NoAccessPage, Splash } from './fallback-pages.tsx'
import { guard } from './guard-loader.ts'
import type { Arrival } from './guards.ts'
import { Root } from './root.tsx'
import { routes, type LoadPage, type PageRoute } from './routes.ts'

/** The page, or the sentence that its data is not for this role; the page itself is then never drawn and asks for nothing. */
async function guardedPage(load: LoadPage): Promise<ComponentType> {
  const { default: Page } = await load()
  return function GuardedPage() {
    const arrival = useLoaderData<Arrival | null>()
    if (!arrival) return null
    return arrival.kind === 'no-access' ? <NoAccessPage /> : <Page />
  }
}

/** A page is loaded beside its guard; whether it is shown is the guard's answer. */
const routeObject = ({ path, page, title }: PageRoute): RouteObject => ({
  id: path,
  path,
  loader: guard,
  // The guard looks at the path and the session; a new search or filter changes neither.
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate,
  handle: { title },
  ErrorBoundary: ErrorPage,
  // For a document the guard leaves the app.
  ...(page === 'document' ? { element: null } : { lazy: { Component: () => guardedPage(page) } }),
})

// The till and the pages before the app have no navigation and need not wait for it.
const appLayout = async () => (await import('./layouts/app-layout.tsx')).AppLayout

const inLayout = (layout: PageRoute['layout']) => routes.filter((route) => route.layout === layout).map(routeObject)

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Splash,
    children: [
      { Component: Outlet, children: inLayout('bare') },
      { lazy: { Component: appLayout }, children: inLayout('app') },
      // Redirects and unknown paths: the guard sends them on.
      { path: '*', loader: guard, element: null },
    ],
  },
])
