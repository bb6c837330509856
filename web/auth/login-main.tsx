import { readClinic, hydratePage } from '#web/lib/page/hydrate-page.tsx'
import { documentOf, publicPaths } from '#web/lib/public-paths.ts'
import { reloadAfterDeploy, retryImport } from '#web/lib/page/retry-import.ts'
import { LoginPage } from './login-page.tsx'
import { visitorPage, type VisitorPage } from './visitor-page.tsx'

/** The pages that this script shows, by their path; rarely used ones are loaded on demand. */
const pages: Record<string, () => Promise<VisitorPage>> = {
  [publicPaths.forgotPassword]: async () =>
    (await retryImport(() => import('./forgot-password-page.tsx'))).ForgotPasswordPage,
  [publicPaths.resetPassword]: async () =>
    (await retryImport(() => import('./reset-password-page.tsx'))).ResetPasswordPage,
}

reloadAfterDeploy()

const load = pages[documentOf(window.location.pathname) ?? publicPaths.login]
void hydratePage(async () => {
  const Page = visitorPage(load ? await load() : LoginPage)
  return <Page clinic={await readClinic()} />
})
