import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { qrPhOfPayment } from '#shared/sales/qr-ph.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { Button } from '#web/ui/button.tsx'
import { qrModules, qrPng } from '#web/website/qr-code.ts'
import { QrPicture } from '#web/website/qr-picture.tsx'

/**
 * The QR Ph code with the exact amount. A client who reads this page on the phone that pays cannot scan it, so the code
 * can be saved as a picture, which wallets and bank apps read too.
 */
export function DepositCode({ code, amount }: { code: string; amount: Centavos }) {
  const modules = useMemo(() => qrModules(qrPhOfPayment(code, amount), 'screen'), [code, amount])
  const [hasFailed, setHasFailed] = useState(false)
  const save = () =>
    qrPng(modules).then(
      (file) => download(file, s.codeFile),
      () => setHasFailed(true),
    )
  return (
    <div>
      <p className="mb-3 text-sm text-ink-2">{s.scan}</p>
      <QrPicture modules={modules} label={s.codeOf(formatPeso(amount))} className="max-w-56" />
      <div className="mt-1.5 flex justify-center">
        <Button variant="quiet" icon={<Download size={18} aria-hidden="true" />} onClick={() => void save()}>
          {s.saveCode}
        </Button>
      </div>
      <p role={hasFailed ? 'alert' : undefined} className="text-center text-sm text-ink-2">
        {hasFailed ? s.codeNotSaved : s.saveCodeHint}
      </p>
    </div>
  )
}
