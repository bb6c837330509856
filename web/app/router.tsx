import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { BareLayout } from './layouts/bare-layout.tsx'
import { ErrorPage } from './error-page.tsx'
import { guard } from './guard-loader.ts'
import { GuardedPage } from './guarded-page.tsx'
import { isBuilt, routes, type PageRoute } from './routes.ts'
import { loadPage } from './page-registry.ts'
import { Root } from './root.tsx'
import { Splash } from './splash.tsx'

async function guardedPage(route: PageRoute): Promise<ComponentType> {
  const Page = await loadPage(route.page)
  return () => (
    <GuardedPage>
      <Page />
    </GuardedPage>
  )
}

/** A page is loaded beside its guard; whether it is shown is the guard's answer. */
const routeObject = (route: PageRoute): RouteObject => ({
  id: route.path,
  path: route.path,
  loader: guard,
  // The guard looks at the path and the session; a new search or filter changes neither.
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate,
  handle: { title: route.title },
  ErrorBoundary: ErrorPage,
  ...(isBuilt(route) ? { lazy: { Component: () => guardedPage(route) } } : { element: null }),
})

// The till and the log-in page have no navigation and need not wait for it.
const appLayout = async () => (await import('./layouts/app-layout.tsx')).AppLayout

const inLayout = (layout: PageRoute['layout']) => routes.filter((route) => route.layout === layout).map(routeObject)

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Splash,
    children: [
      { Component: BareLayout, children: inLayout('bare') },
      { lazy: { Component: appLayout }, children: inLayout('app') },
      // Redirects and unknown paths: the guard sends them on.
      { path: '*', loader: guard, element: null },
    ],
  },
])
