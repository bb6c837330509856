import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import type { Site } from '#shared/website/site.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'

export type Device = 'phone' | 'desktop'
/** The screens that are shown, in CSS pixels. */
const screens = { phone: { width: 390, height: 780 }, desktop: { width: 1280, height: 900 } }

type PreviewProps = { site: Site; device: Device; onDevice: (device: Device) => void; isDraft: boolean }

/** The page itself in a frame, as small as the place is; it is sent the site anew whenever that changes. */
export function WebsitePreview({ site, device, onDevice, isDraft }: PreviewProps) {
  const { width, height } = screens[device]
  const { box, scale } = useScale(width)
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(site)
  useEffect(() => {
    latest.current = site
    send(frame.current, site)
  }, [site])
  useEffect(() => {
    // The page of the frame asks for the site when it has woken up.
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
        style={{ height: height * scale, maxWidth: width }}
        className="mx-auto overflow-hidden rounded-card border-4 border-ink bg-bg"
      >
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs its scripts and its origin */}
        <iframe
          ref={frame}
          title={s.previewTitle}
          src={paths.websitePreview}
          style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}
        />
      </div>
    </div>
  )
}

const send = (frame: HTMLIFrameElement | null, site: Site) =>
  frame?.contentWindow?.postMessage({ site }, window.location.origin)

/** How much a screen of this width must shrink to fit its place; never more than its own size. */
function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(width)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setPlace(entry.contentRect.width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, scale: Math.min(1, place / width) }
}
