import { clsx } from 'clsx'
import { CalendarPlus, ExternalLink, History, Images, Monitor, Share2, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { type Part } from '#shared/website/content.ts'
import { chosenPictures } from '#shared/website/chosen-pictures.ts'
import { websiteContract, type WebsiteDraft } from '#shared/website/contract.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import type { Site } from '#shared/website/site.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { useScale } from '#web/lib/use-device.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PartFields } from './part-fields.tsx'
import { SectionList } from './section-list.tsx'
import { useWebsiteEditor, type WebsiteEditor } from './use-website-editor.ts'

const VersionsDialog = lazyDialog(async () => (await import('./versions-dialog.tsx')).VersionsDialog)

const EmbeddingDialog = lazyDialog(async () => (await import('./embedding-dialog.tsx')).EmbeddingDialog)

const PicturesDialog = lazyDialog(async () => (await import('./pictures-dialog.tsx')).PicturesDialog)

/** The website editor: sections, their fields, and the preview. */
export default function WebsitePage() {
  const read = useRead(websiteContract.draft, {}, { failed: s.failedToLoad })
  if (read.data) return <Editor initial={read.data.data} />
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} />
      <Loaded read={read} label={s.title} skeleton="h-[38rem]" />
    </div>
  )
}

type Look = 'edit' | 'view'

function Editor({ initial }: { initial: WebsiteDraft }) {
  const editor = useWebsiteEditor(initial)
  const [part, setPart] = useState<Part>('hero')
  const [look, setLook] = useState<Look>('edit')
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone')
  const fields = useFieldsInSight(part)
  useUnsavedGuard(editor.isDirty)
  return (
    <div className="space-y-4 max-lg:pb-16">
      <Head editor={editor} />
      {editor.newer && <Newer editor={editor} newer={editor.newer} />}
      <SegmentedControl<Look>
        aria-label={s.previewAs}
        value={look}
        onChange={setLook}
        options={[
          { value: 'edit', label: s.edit },
          { value: 'view', label: s.view },
        ]}
        className="xl:hidden"
      />
      <div
        className={clsx(
          'grid items-start gap-4',
          'md:grid-cols-[18rem_minmax(0,1fr)]',
          device === 'phone'
            ? 'xl:grid-cols-[18rem_minmax(0,1fr)_24rem]'
            : 'xl:grid-cols-[18rem_minmax(0,24rem)_minmax(0,1fr)]',
        )}
      >
        <Card
          className={clsx(
            'p-3 md:sticky md:top-20 md:max-h-[calc(100dvh-11.5rem)] md:overflow-y-auto lg:top-42',
            look === 'view' && 'max-xl:hidden',
          )}
        >
          <SectionList editor={editor} part={part} onChoose={setPart} />
        </Card>
        <section
          ref={fields}
          aria-label={s.parts[part]}
          className={clsx('min-w-0 lg:scroll-mt-20', look === 'view' && 'max-xl:hidden')}
        >
          <Card className="p-5">
            <h2 className="text-lg font-bold">{s.parts[part]}</h2>
            <p className="mb-5 text-sm text-ink-2">{s.gains[part]}</p>
            <PartFields key={part} part={part} editor={editor} />
          </Card>
        </section>
        <div className={clsx('min-w-0 xl:sticky xl:top-42 max-xl:md:col-span-2', look === 'edit' && 'max-xl:hidden')}>
          <WebsitePreview
            site={editor.site}
            part={part}
            device={device}
            onDevice={setDevice}
            isDraft={editor.unpublished.length > 0}
          />
        </div>
      </div>
    </div>
  )
}

/** On screens that show the list of parts above the fields, scrolls to the fields of the chosen part. */
function useFieldsInSight(part: Part) {
  const fields = useRef<HTMLElement>(null)
  const shown = useRef(part)
  useEffect(() => {
    if (shown.current === part) return
    shown.current = part
    fields.current?.scrollIntoView({ block: 'start' })
  }, [part])
  return fields
}

function stateOf({ base, unpublished, isDirty }: WebsiteEditor): string {
  const seen = base.published ? s.published(formatInstant(base.published.published_at)) : s.neverPublished
  const open = base.published && unpublished.length > 0 ? [s.changes(unpublished.length)] : []
  return [seen, ...open, ...(isDirty ? [s.notSaved] : [])].join(' · ')
}

function Head({ editor }: { editor: WebsiteEditor }) {
  const { isDirty, save, publish, base, unpublished, content } = editor
  const versions = useDialog(VersionsDialog)
  const pictures = useDialog(PicturesDialog)
  const embedding = useDialog(EmbeddingDialog)
  const onScreen = [content.look.logo ?? '', ...chosenPictures(content).map(({ id }) => id)]
  return (
    <>
      <PageHeader
        title={s.title}
        subtitle={stateOf(editor)}
        className="lg:sticky lg:top-16 lg:z-20 lg:-my-2 lg:bg-surface-2 lg:py-2"
        actions={
          <>
            <Button
              icon={<History size={18} aria-hidden="true" />}
              onClick={() => versions.open({ onRestored: editor.take, live: base.published?.number ?? null })}
            >
              {s.versions}
            </Button>
            <Button icon={<Images size={18} aria-hidden="true" />} onClick={() => pictures.open({ onScreen })}>
              {s.pictures}
            </Button>
            <Button icon={<CalendarPlus size={18} aria-hidden="true" />} onClick={() => embedding.open({})}>
              {s.embedding}
            </Button>
            <Link to={paths.share} className={buttonClass()}>
              <Share2 size={18} aria-hidden="true" /> {s.share}
            </Link>
            <a href={paths.websitePreview} target="_blank" rel="noopener" className={buttonClass()}>
              <ExternalLink size={18} aria-hidden="true" /> {s.preview}
            </a>
            <div
              data-bottom-bar
              className="flex gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:pt-2 max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-lg:*:flex-1"
            >
              <Button
                disabled={!isDirty}
                busy={save.busy}
                busyLabel={s.saving}
                onClick={() => void save.run(undefined)}
              >
                {s.save}
              </Button>
              <Button
                variant="primary"
                disabled={base.published !== null && unpublished.length === 0}
                busy={publish.busy}
                busyLabel={s.publishing}
                onClick={() => void publish.run(undefined)}
              >
                {s.publish}
              </Button>
            </div>
          </>
        }
      />
      {versions.element}
      {pictures.element}
      {embedding.element}
    </>
  )
}

/** Appears when somebody else has saved the draft, and asks which of the two drafts to keep before anything is lost. */
const Newer = ({ editor, newer }: { editor: WebsiteEditor; newer: WebsiteDraft }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 rounded-ctl bg-warning-soft px-4 py-2 text-warning">
    <p className="min-w-48 flex-1 font-semibold">{s.newer}</p>
    <Button onClick={() => editor.take(newer)}>{s.takeNewer}</Button>
    <Button onClick={editor.keepMine}>{s.keepMine}</Button>
  </div>
)

type Device = 'phone' | 'desktop'
/** The sizes of the previewed screens, in CSS pixels. */
const screens = { phone: { width: 390, height: 780 }, desktop: { width: 1280, height: 900 } }

type PreviewProps = {
  site: Site
  /** The edited part, which the preview scrolls into view. */
  part: Part
  device: Device
  onDevice: (device: Device) => void
  isDraft: boolean
}

/**
 * The preview: the landing page in a scaled frame. After each change, the editor sends the data of the website to this
 * frame.
 */
function WebsitePreview({ site, part, device, onDevice, isDraft }: PreviewProps) {
  const { width, height } = screens[device]
  const { box, scale } = useScale(width)
  // In a low window the frame is only as high as the window allows, and scrolls.
  const shownHeight = `min(${height * scale}px, 100dvh - 16rem)`
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef({ site, part })
  useEffect(() => {
    latest.current = { site, part }
    send(frame.current, latest.current)
  }, [site, part])
  useEffect(() => {
    // The frame's page requests the site once it has loaded.
    const onMessage = ({ source }: MessageEvent) => {
      if (frame.current && source === frame.current.contentWindow) send(frame.current, latest.current)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  return (
    <div className="rounded-card border border-line bg-surface-2 p-3">
      <div className="mb-3 flex items-center justify-between gap-2">
        <SegmentedControl<Device>
          aria-label={s.previewAs}
          value={device}
          onChange={onDevice}
          options={[
            { value: 'phone', label: s.phone, icon: <Smartphone size={18} aria-hidden="true" /> },
            { value: 'desktop', label: s.desktop, icon: <Monitor size={18} aria-hidden="true" /> },
          ]}
        />
        {isDraft && <Badge tone="warning">{s.draft}</Badge>}
      </div>
      <div
        ref={box}
        style={{ height: shownHeight, maxWidth: width }}
        className="mx-auto overflow-hidden rounded-card border-4 border-ink bg-bg"
      >
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs its scripts and its origin */}
        <iframe
          ref={frame}
          title={s.previewTitle}
          src={paths.websitePreview}
          style={{
            width,
            height: `calc(${shownHeight} / ${scale})`,
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        />
      </div>
    </div>
  )
}

const send = (frame: HTMLIFrameElement | null, shown: { site: Site; part: Part }) =>
  frame?.contentWindow?.postMessage(shown, window.location.origin)
