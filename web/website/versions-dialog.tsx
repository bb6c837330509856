import type { ReactNode } from 'react'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { websiteContract, type WebsiteDraft, type WebsiteVersion } from '#shared/website/contract.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { namesOf } from './use-website-editor.ts'

type VersionsProps = DialogControl & {
  /** The number of the version that visitors see; null if none is published. */
  live: number | null
  onRestored: (draft: WebsiteDraft) => void
}

/** Published versions, newest first; each can be restored as the draft or published again. */
export function VersionsDialog({ open, onClose, live, onRestored }: VersionsProps) {
  const read = useRead(websiteContract.versions, { querystring: { per_page: 50 } }, { failed: s.failedVersions })
  const restored = ({ data: draft }: { data: WebsiteDraft }) => {
    onRestored(draft)
    onClose()
  }
  const options = {
    failed: s.failedToRestore,
    onDone: restored,
    reread: [websiteContract.draft, websiteContract.versions],
  }
  const restore = useAction(websiteContract.restore, { ...options, done: s.restored })
  const undo = useAction(websiteContract.restore, {
    ...options,
    ask: () => ({
      title: s.undoQuestion,
      body: s.undoText,
      confirmLabel: s.undo,
      cancelLabel: s.cancel,
      harmless: true,
    }),
    done: s.undone,
  })
  const params = ({ number }: WebsiteVersion) => ({ params: { number } })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.versions}
      description={s.versionsHint}
      footer={<Button onClick={onClose}>{s.close}</Button>}
    >
      <Loaded read={read} skeleton="h-24">
        {({ data }) => (
          <>
            {data.length === 0 && <p>{s.noVersions}</p>}
            <ul className="divide-y divide-line">
              {data.map((version) => (
                <Version key={version.number} version={version} isLive={version.number === live}>
                  <Button busy={restore.busy} onClick={() => void restore.run({ ...params(version), body: {} })}>
                    {s.restore}
                  </Button>
                  {version.number !== live && (
                    <Button
                      busy={undo.busy}
                      onClick={() => void undo.run({ ...params(version), body: { publishes: true } })}
                    >
                      {s.undo}
                    </Button>
                  )}
                </Version>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

type VersionProps = { version: WebsiteVersion; isLive: boolean; children: ReactNode }

const Version = ({ version, isLive, children }: VersionProps) => (
  <li className="flex flex-wrap items-center gap-2 py-3">
    <div className="min-w-48 flex-1">
      <p className="tnum font-semibold">
        {s.versionOf(formatInstant(version.published_at), version.published_by)}{' '}
        {isLive && <Badge tone="success">{s.live}</Badge>}
      </p>
      <p className="text-sm text-ink-2">{s.changedParts(namesOf(version.changed))}</p>
    </div>
    {children}
  </li>
)
