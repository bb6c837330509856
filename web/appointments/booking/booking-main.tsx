import { readClinic, hydratePage } from '#web/lib/page/hydrate-page.tsx'
import { reloadAfterDeploy } from '#web/lib/page/retry-import.ts'
import { BookingPage } from './booking-page.tsx'
import { isFramed } from './framed-booking.ts'

reloadAfterDeploy()
void hydratePage(async () => <BookingPage clinic={await readClinic()} framed={isFramed()} />)
