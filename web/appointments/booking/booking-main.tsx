import { clinicOnPage } from '#web/lib/page/clinic-on-page.ts'
import { reloadAfterDeploy } from '#web/lib/page/reload-after-deploy.ts'
import { hydratePage } from '#web/lib/page/hydrate-page.tsx'
import { BookingPage } from './booking-page.tsx'

reloadAfterDeploy()
void hydratePage(async () => <BookingPage clinic={await clinicOnPage()} />)
