import { Copy, Download } from 'lucide-react'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { copyText, download } from '#web/lib/copy-and-download.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** Shows new recovery codes once, with buttons to download or copy them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { email, name } = usePerson()
  const save = () => {
    const lines = [s.fileHead(email ?? name), '', ...codes, '']
    download(new Blob([lines.join('\r\n')], { type: 'text/plain' }), s.fileName)
  }
  const copy = async () => {
    if (await copyText(codes.join('\n'), null)) toast.success({ title: s.copied })
    else toast.error({ title: s.notCopied })
  }
  return (
    <div className="space-y-4">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))] gap-x-6 gap-y-1 rounded-card border border-line bg-surface-2 p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="tnum whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Download size={18} aria-hidden="true" />} onClick={save}>
          {s.download}
        </Button>
        <Button icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
          {s.copy}
        </Button>
      </div>
    </div>
  )
}
