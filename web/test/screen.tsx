import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, type LoaderFunction } from 'react-router'
import { vi } from 'vitest'
import type { Endpoint, Output } from '#shared/lib/endpoint.ts'
import type { Role } from '#shared/people/role.ts'
import { queryClient } from '#web/lib/query.ts'
import { beginSession } from '#web/lib/session/session.ts'
import { registerToastLayer } from '#web/ui/overlays/toast.ts'
import { UiProvider } from '#web/ui/ui-provider.tsx'

// The app loads dialogs and toasts after its first view; here they are preloaded, so that tests need not wait.
await Promise.all([import('#web/ui/overlays/alert-dialog.tsx'), import('#web/ui/overlays/floating-layers.tsx')])

// A long timeout, so that a busy machine causes no failure.
configure({ asyncUtilTimeout: 20_000 })

// Queries retry as in the app, but without pauses. Data stays fresh for the whole test, because on a busy machine the
// app's few seconds would pass and cause another request.
const { queries, mutations } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 1, staleTime: Infinity }, mutations })

type Reply = (request: Request) => Promise<Response>
const replies = new Map<string, Reply>()
/** The requests so far, oldest first, as `PUT /api/treatments/1`. */
export const asked: string[] = []
/** The bodies of the requests that change data, oldest first. */
export const sentBodies: unknown[] = []
/** The `If-Match` versions of the requests that change data, oldest first. */
export const sentVersions: string[] = []
/** The `Idempotency-Key` headers of the calls made so far. */
export const sentKeys: string[] = []

const keyOf = (e: Endpoint) => `${e.method} ${e.url}`
const matches = (key: string, called: string) =>
  new RegExp(`^${key.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(called)

/** Requests without a response. Kept referenced, because a garbage-collected request never receives its timeout. */
const unanswered = new Set<Request>()

/** The default reply: no response until the request is aborted. */
const silence: Reply = (request) => {
  unanswered.add(request)
  return new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
  })
}

const json = (status: number, body: object): Reply => {
  return () => Promise.resolve(new Response(JSON.stringify(body), { status }))
}

/** Sets the response of a call, which is validated with the contract. */
export function answer<E extends Endpoint>(e: E, body: Output<E>): void {
  replies.set(keyOf(e), json(e.status ?? 200, body as object))
}

/** Like `answer`, but the response is sent when the returned function is called. */
export function answerLater<E extends Endpoint>(e: E, body: Output<E>): () => void {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const send = json(e.status ?? 200, body as object)
  replies.set(keyOf(e), (request) => released.then(() => send(request)))
  return () => release()
}

/** Sets a function that makes the response from the requested URL. */
export function answerBy<E extends Endpoint>(e: E, answerTo: (url: URL) => Output<E> | Promise<Output<E>>): void {
  replies.set(keyOf(e), async (request) => {
    const body = JSON.stringify(await answerTo(new URL(request.url)))
    return new Response(body, { status: e.status ?? 200 })
  })
}

type RefusalError = {
  status?: number
  message?: string
  code?: string
  errors?: Record<string, string[]>
  data?: unknown
}

/** Makes a call fail with an error response. Without `message` the response is HTML, as from a proxy, and not JSON. */
export function refuse(e: Endpoint, { status = 500, ...body }: RefusalError = {}): void {
  const text = body.message === undefined ? '<html>' : JSON.stringify({ code: 'internal', ...body })
  replies.set(keyOf(e), () => Promise.resolve(new Response(text, { status })))
}

/** Like `refuse`, but the error response is sent when the returned function is called. */
export function refuseLater(e: Endpoint, { status = 500, ...body }: RefusalError = {}): () => void {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const send = json(status, { code: 'internal', ...body })
  replies.set(keyOf(e), (request) => released.then(() => send(request)))
  return () => release()
}

/** Makes the call fail as if the connection were lost. */
export function loseConnection(e: Endpoint): void {
  breakOff(e, new TypeError('Failed to fetch'))
}

/** Stops time until the test advances it with `letPass`; the browser's timeouts use the same clock. */
export function stopTime(): void {
  vi.useFakeTimers()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds)
    return controller.signal
  })
}

export const letPass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

/** Makes the call fail with the given error, as if `fetch` had thrown it. */
export function breakOff(e: Endpoint, cause: Error): void {
  replies.set(keyOf(e), () => Promise.reject(cause))
}

/** Makes the call wait for a response that never comes. */
export function stayQuiet(e: Endpoint): void {
  replies.set(keyOf(e), silence)
}

function reply(request: Request): Promise<Response> {
  const called = `${request.method} ${new URL(request.url).pathname}`
  asked.push(called)
  const isJson = request.headers.get('content-type')?.includes('json')
  if (isJson)
    void request
      .clone()
      .json()
      .then((body) => sentBodies.push(body))
  const version = request.headers.get('if-match')
  if (version !== null) sentVersions.push(version)
  const onceKey = request.headers.get('idempotency-key')
  if (onceKey !== null) sentKeys.push(onceKey)
  const key = [...replies.keys()].find((known) => matches(known, called))
  return (key === undefined ? silence : replies.get(key)!)(request)
}

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Disables timeouts, so that a busy machine causes none; tests of timeouts stop the time instead. */
function waitForAnswers(): void {
  if (vi.isMockFunction(AbortSignal.timeout)) return
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
}

/** Removes toasts that the previous test left, so that the next test does not see them. */
const forgetToasts = () =>
  registerToastLayer({ show: () => {}, hide: () => {}, showBanner: () => {}, hideBanner: () => {} })()

/** Adds stubs of browser APIs that jsdom lacks and that screens need. */
function addMissingApis(): void {
  vi.stubGlobal('fetch', (request: Request | string) =>
    typeof request === 'string' ? Promise.resolve(new Response('{}')) : reply(request),
  )
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('IntersectionObserver', NoObserver)
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  // Media queries match as on a wide screen with the light theme.
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('width >=') }),
  )
  // `scrollIntoView` returns a promise as in newer browsers, so that an effect that returns this promise fails in tests
  // too.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() })
  Element.prototype.scrollBy = () => undefined
  Element.prototype.getAnimations = () => []
}

export const personOfRole = (role: Role) => ({
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Ana Reyes',
  email: 'ana@mutya.test',
  contact_number: null,
  user_role: role,
  must_set_password: false,
})

/**
 * `keepsCharts`: the clinic has switched the clinical record on. `isOwnChartLocked`: the person's account awaits
 * confirmation. `loader`: the router waits for it before each page, as
 * for the guard and the scripts of a page in the app.
 */
type ScreenOptions = {
  role?: Role
  at?: string
  keepsCharts?: boolean
  isOwnChartLocked?: boolean
  loader?: LoaderFunction
}

/** Renders a screen as the app does, for a logged-in person at a URL. */
export function drawScreen(
  element: ReactNode,
  { role = 'admin', at = '/', keepsCharts = false, isOwnChartLocked = false, loader }: ScreenOptions = {},
) {
  addMissingApis()
  waitForAnswers()
  forgetToasts()
  beginSession({
    ...personOfRole(role),
    ...(keepsCharts && { clinical_record: true }),
    ...(isOwnChartLocked && { is_own_chart_locked: true }),
  })
  const router = createMemoryRouter([{ path: '*', element, loader, hydrateFallbackElement: <></> }], {
    initialEntries: [at],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
  return { person: userEvent.setup(), router }
}

type Person = ReturnType<typeof drawScreen>['person']

/** Chooses an option and waits until the select has the focus again; earlier typing would go to the open list. */
export async function choose(person: Person, select: HTMLElement, option: string): Promise<void> {
  await person.click(select)
  await person.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => {
    if (select.getAttribute('aria-expanded') === 'true' || document.activeElement !== select)
      throw new Error('The list of the select has not closed yet.')
  })
}

/** Drops actions of the till that were not sent yet, so that the next test does not send them. */
function forgetTillActions(): void {
  localStorage.removeItem('mutya.till-actions')
  window.dispatchEvent(new StorageEvent('storage', { key: 'mutya.till-actions' }))
}

/** Removes the rendered screen and resets set responses, recorded requests, mocks and the clock after each test. */
export function tidyUp(): void {
  cleanup()
  forgetTillActions()
  queryClient.clear()
  replies.clear()
  unanswered.clear()
  asked.length = 0
  sentBodies.length = 0
  sentVersions.length = 0
  sentKeys.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
}
