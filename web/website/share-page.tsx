import { ArrowLeft, Copy, FileText, Globe, ImageDown } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { clinicContract, type ClinicProfile } from '#shared/clinic/contract.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { MOST_LETTERS, isLocalAddress, shareTexts } from '#shared/website/share-texts.ts'
import { sharingContract, type Sharing } from '#shared/website/sharing-contract.ts'
import { sharingMessages as s } from '#shared/website/sharing-messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { copyText } from '#web/lib/copy-and-download.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Textarea, TextInput } from '#web/ui/fields/text-input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { qrModules } from './qr-code.ts'
import { QrPicture } from './qr-picture.tsx'
import { useShareFiles } from './use-share-files.ts'

/** The page Share your page: the public link, its QR code, a poster and texts. */
export default function SharePage() {
  const sharing = useRead(sharingContract.read, {}, { failed: s.failedToLoad })
  const clinic = useRead(clinicContract.read, {}, { failed: s.failedToLoad })
  const data = sharing.data && clinic.data && { sharing: sharing.data.data, clinic: clinic.data.data }
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <Link to={paths.website} className={buttonClass()}>
            <ArrowLeft size={18} aria-hidden="true" /> {s.toWebsite}
          </Link>
        }
      />
      <Loaded read={{ data, failure: sharing.failure ?? clinic.failure }} label={s.title} skeleton="h-96">
        {(both) => <Share {...both} />}
      </Loaded>
    </div>
  )
}

type Target = 'page' | 'booking'

function Share({ sharing, clinic }: { sharing: Sharing; clinic: ClinicProfile }) {
  const [target, setTarget] = useState<Target>('page')
  const origin = sharing.address ?? window.location.origin
  const link = new URL(target === 'page' ? paths.landing : paths.booking, origin).href
  return (
    <>
      {!sharing.is_published && (
        <Notice title={s.notPublished} hint={s.notPublishedHint}>
          <Link to={paths.website} className={buttonClass()}>
            <Globe size={18} aria-hidden="true" /> {s.makeWebsite}
          </Link>
        </Notice>
      )}
      {isLocalAddress(origin) && <Notice title={s.local(new URL(origin).host)} hint={s.localHint} />}
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <QrCard {...{ sharing, clinic, target, link }} />
        <div className="space-y-4">
          <LinkCard target={target} onTarget={setTarget} link={link} />
          <TextsCard key={link} clinic={clinic} link={link} />
        </div>
      </div>
    </>
  )
}

type NoticeProps = { title: string; hint: string; children?: ReactNode }

const Notice = ({ title, hint, children }: NoticeProps) => (
  <div role="note" className="flex flex-wrap items-center gap-3 rounded-ctl bg-warning-soft px-4 py-3 text-warning">
    <div className="min-w-48 flex-1">
      <p className="font-semibold">{title}</p>
      <p className="text-sm">{hint}</p>
    </div>
    {children}
  </div>
)

async function copy(text: string, field: HTMLInputElement | HTMLTextAreaElement | null) {
  if (await copyText(text, field)) toast.success({ title: s.copied })
  else toast.error({ title: s.notCopied })
}

const copyIcon = <Copy size={18} aria-hidden="true" />

type LinkCardProps = { target: Target; onTarget: (target: Target) => void; link: string }

function LinkCard({ target, onTarget, link }: LinkCardProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <SectionCard title={s.link}>
      <SegmentedControl<Target>
        aria-label={s.leadsTo}
        value={target}
        onChange={onTarget}
        options={[
          { value: 'page', label: s.page },
          { value: 'booking', label: s.booking },
        ]}
      />
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <div className="min-w-52 flex-1">
          <Field label={s.link} labelHidden>
            <TextInput ref={field} readOnly translate="no" value={link} onFocus={({ target: on }) => on.select()} />
          </Field>
        </div>
        <Button variant="primary" icon={copyIcon} onClick={() => void copy(link, field.current)}>
          {s.copyLink}
        </Button>
      </div>
    </SectionCard>
  )
}

type QrCardProps = { sharing: Sharing; clinic: ClinicProfile; target: Target; link: string }

function QrCard(props: QrCardProps) {
  const modules = qrModules(props.link)
  const { isMaking, savePng, saveSvg, savePoster } = useShareFiles({ ...props, modules })
  const icon = <ImageDown size={18} aria-hidden="true" />
  return (
    <SectionCard title={s.qrCode}>
      <QrPicture modules={modules} label={s.qrAlt(props.link)} className="max-w-72" />
      <p className="mt-3 text-sm text-ink-2">{s.qrHint}</p>
      <div className="mt-4 grid gap-3">
        <Button
          variant="primary"
          icon={<FileText size={18} aria-hidden="true" />}
          aria-label={s.savePosterLabel}
          busy={isMaking}
          busyLabel={s.makingPoster}
          onClick={() => void savePoster()}
        >
          {s.savePoster}
        </Button>
        <Button icon={icon} aria-label={s.savePngLabel} onClick={() => void savePng()}>
          {s.savePng}
        </Button>
        <Button icon={icon} aria-label={s.saveSvgLabel} onClick={() => void saveSvg()}>
          {s.saveSvg}
        </Button>
      </div>
    </SectionCard>
  )
}

function TextsCard({ clinic, link }: { clinic: ClinicProfile; link: string }) {
  const texts = shareTexts({
    name: clinic.name,
    location: clinic.location_label,
    address: clinic.address,
    link,
  })
  return (
    <SectionCard title={s.texts}>
      <p className="-mt-2 mb-4 text-sm text-ink-2">{s.textsHint}</p>
      <div className="grid gap-x-6 gap-y-6 md:grid-cols-2">
        <CopiedText label={s.facebookPost} copyLabel={s.copyFacebookPost} text={texts.facebookPost} isLong />
        <CopiedText label={s.instagramPost} copyLabel={s.copyInstagramPost} text={texts.instagramPost} isLong />
        <CopiedText
          label={s.facebookBio}
          copyLabel={s.copyFacebookBio}
          text={texts.facebookBio}
          most={MOST_LETTERS.facebook}
        />
        <CopiedText
          label={s.instagramBio}
          copyLabel={s.copyInstagramBio}
          text={texts.instagramBio}
          most={MOST_LETTERS.instagram}
          hint={s.linkBesideBio}
        />
      </div>
    </SectionCard>
  )
}

type CopiedTextProps = {
  label: string
  copyLabel: string
  text: string
  isLong?: boolean
  /** The maximum length of a text on the social network, in characters. */
  most?: number
  hint?: string
}

/** A text that the owner can change and copy. */
function CopiedText({ label, copyLabel, text: first, isLong = false, most, hint }: CopiedTextProps) {
  const [text, setText] = useState(first)
  const field = useRef<HTMLTextAreaElement>(null)
  const length = most && s.mostLetters(formatNumber(text.length), formatNumber(most))
  return (
    <div className="flex flex-col gap-3">
      <Field label={label} hint={[length, hint].filter(Boolean).join('. ') || undefined}>
        <Textarea
          ref={field}
          rows={isLong ? 8 : 3}
          value={text}
          maxLength={most}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button icon={copyIcon} className="self-start" onClick={() => void copy(text, field.current)}>
        {copyLabel}
      </Button>
    </div>
  )
}
