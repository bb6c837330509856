import { clinicOnPage } from '#web/lib/clinic-on-page.ts'
import { documentOf } from '#web/lib/paths.ts'
import { reloadAfterDeploy } from '#web/lib/reload-after-deploy.ts'
import { hydratePage } from '#web/lib/hydrate-page.ts'
import { visitorPages } from './visitor-pages.tsx'

reloadAfterDeploy()

const Page = visitorPages[documentOf(window.location.pathname) as keyof typeof visitorPages]
hydratePage(<Page clinic={await clinicOnPage()} />)
