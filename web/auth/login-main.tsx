import { clinicOnPage } from '#web/lib/clinic-on-page.ts'
import { documentOf } from '#web/lib/paths.ts'
import { reloadAfterDeploy } from '#web/lib/reload-after-deploy.ts'
import { wakePage } from '#web/lib/wake-page.ts'
import { visitorPages } from './visitor-pages.tsx'

reloadAfterDeploy()

const Page = visitorPages[documentOf(window.location.pathname) as keyof typeof visitorPages]
wakePage(<Page clinic={await clinicOnPage()} />)
