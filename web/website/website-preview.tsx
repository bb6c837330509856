import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import type { Part } from '#shared/website/content.ts'
import type { Site } from '#shared/website/site.ts'
import { paths } from '#web/lib/paths.ts'
import { useScale } from '#web/lib/use-device.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'

type Device = 'phone' | 'desktop'
/** The previewed screens, in CSS pixels. */
const screens = { phone: { width: 390, height: 780 }, desktop: { width: 1280, height: 900 } }

type PreviewProps = {
  site: Site
  /** The edited part, which is shown. */
  part: Part
  device: Device
  onDevice: (device: Device) => void
  isDraft: boolean
}

/** The page in a scaled frame; the site is sent to it on each change. */
export function WebsitePreview({ site, part, device, onDevice, isDraft }: PreviewProps) {
  const { width, height } = screens[device]
  const { box, scale } = useScale(width)
  // On a low window the frame fits and scrolls.
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
