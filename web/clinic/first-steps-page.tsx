import { clsx } from 'clsx'
import { CalendarPlus, ChevronLeft, Globe, Mail, Share2, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { sharingContract } from '#shared/website/sharing-contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { useVisitsToMove, AffectedVisitList } from '#web/resources/affected-visits.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FirstPeople, FirstRooms } from './first-people.tsx'
import { FirstServices } from './first-services.tsx'
import { OpeningHoursFields, useClinicForm } from './clinic-form.tsx'
import { StepFooter, type StepProps } from './step-footer.tsx'

const STEPS = ['hours', 'services', 'people', 'rooms', 'ready'] as const
type Step = (typeof STEPS)[number]

/** The open step from the URL, so that Back opens the previous one. */
function useStep() {
  const [params, edit] = useAddress()
  const named = params.get('step')
  const at = Math.max(0, STEPS.indexOf(named as Step))
  const go = (to: number) => edit((address) => address.set('step', STEPS[to] ?? STEPS[0]), { push: true })
  return { step: STEPS[at]!, at, next: () => go(at + 1), back: at === 0 ? undefined : () => go(at - 1) }
}

const parts = { hours: HoursStep, services: FirstServices, people: FirstPeople, rooms: FirstRooms, ready: ReadyStep }

/** The setup steps from a new clinic to its first booking: hours, services, people and rooms; then the website. */
export default function FirstStepsPage() {
  const { step, at, next, back } = useStep()
  // The page itself holds the list of visits outside the new hours, so that the list stays open when the step changes.
  const toMove = useVisitsToMove()
  const Part = parts[step]
  return (
    <div className="mx-auto w-full max-w-3xl space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      <ol aria-label={s.steps} className="flex gap-2">
        {STEPS.map((one, index) => (
          <li
            key={one}
            aria-current={index === at ? 'step' : undefined}
            className={clsx(
              'min-w-0 flex-1 border-t-4 pt-1.5 text-sm',
              index <= at ? 'border-primary font-semibold' : 'border-line text-ink-2',
            )}
          >
            {s[one]}
          </li>
        ))}
      </ol>
      <Part key={step} onNext={next} onBack={back} onSaved={toMove.openFor} />
      {toMove.element}
    </div>
  )
}

function HoursStep(props: StepProps) {
  const read = useRead(clinicContract.read, {})
  return (
    <Loaded read={read} label={s.hoursTitle} skeleton="h-96">
      {({ data }) => <HoursForm profile={data} {...props} />}
    </Loaded>
  )
}

function HoursForm({ profile, onNext, onBack, onSaved }: StepProps & { profile: ClinicProfile }) {
  const { form, affected, busy, onSubmit } = useClinicForm(profile, {
    done: s.hoursSaved,
    failed: s.hoursNotSaved,
    onSaved: (visits) => {
      onNext()
      onSaved(visits)
    },
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <SectionCard title={s.hoursTitle}>
        <OpeningHoursFields control={form.control} />
        {affected && (
          <div className="mt-4">
            <AffectedVisitList affected={affected} />
          </div>
        )}
        <StepFooter onBack={onBack} onSkip={onNext}>
          <Button type="submit" variant="primary" busy={busy} busyLabel={s.saving}>
            {affected ? resourceMessages.keepThem : s.next}
          </Button>
        </StepFooter>
      </SectionCard>
    </form>
  )
}

/** Leads to the e-mail settings while the clinic can send no e-mails. */
function EmailStep() {
  const { data } = useRead(clinicContract.read, {})
  if (data?.sends_email !== false) return null
  return (
    <div className="mb-4 rounded-ctl border border-line p-4">
      <h3 className="font-semibold">{s.emailTitle}</h3>
      <p className="mt-1 mb-3 text-sm text-ink-2">{s.emailHint}</p>
      <Link to={paths.mailServer} className={`${buttonClass()} max-sm:w-full`}>
        <Mail size={18} aria-hidden="true" />
        {s.setUpEmail}
      </Link>
    </div>
  )
}

function ReadyStep({ onBack }: StepProps) {
  const read = useRead(sharingContract.read, {})
  return (
    <Loaded read={read} label={s.readyTitle} skeleton="h-96">
      {({ data }) => <Ready isPublished={data.is_published} onBack={onBack} />}
    </Loaded>
  )
}

function Ready({ isPublished, onBack }: Pick<StepProps, 'onBack'> & { isPublished: boolean }) {
  return (
    <SectionCard title={s.readyTitle}>
      <p className="-mt-2 mb-4 text-ink-2">{isPublished ? s.shareHint : s.readyHint}</p>
      <EmailStep />
      <div className="flex flex-wrap gap-3">
        <Link
          to={isPublished ? paths.share : paths.website}
          className={`${buttonClass({ variant: 'primary' })} max-sm:w-full`}
        >
          {isPublished ? <Share2 size={18} aria-hidden="true" /> : <Globe size={18} aria-hidden="true" />}
          {isPublished ? s.sharePage : s.openWebsite}
        </Link>
        <Link to={paths.appointments.admin} className={`${buttonClass()} max-sm:w-full`}>
          <CalendarPlus size={18} aria-hidden="true" />
          {s.openAppointments}
        </Link>
        <Link to={paths.users} className={`${buttonClass()} max-sm:w-full`}>
          <UserPlus size={18} aria-hidden="true" />
          {s.addCashier}
        </Link>
        <a href={paths.booking} className={`${buttonClass()} max-sm:w-full`}>
          {s.openBooking}
        </a>
        <Link to={paths.dashboard} className={`${buttonClass()} max-sm:w-full`}>
          {s.openDashboard}
        </Link>
      </div>
      {onBack && (
        <Button variant="quiet" className="mt-4" icon={<ChevronLeft size={18} aria-hidden="true" />} onClick={onBack}>
          {s.back}
        </Button>
      )}
    </SectionCard>
  )
}
