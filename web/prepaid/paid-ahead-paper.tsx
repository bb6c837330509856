import type { ReactNode } from 'react'
import { clinicContract } from '#shared/clinic/contract.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { useRead } from '#web/data/use-read.ts'
import { clinicLogo } from '#web/lib/page/document-head.ts'
import type { PaperProps } from './paper-dialog.tsx'
import './paid-ahead-paper.css'

/** The width of a printed receipt of a package or deposit, in millimetres: the usual roll of a receipt printer. */
export const RECEIPT_WIDTH_MM = 80

type PaidAheadPaperProps = PaperProps & {
  title: string
  /** The amount that was paid, in pesos. */
  amount: number
  /** Pairs of label and text. */
  lines: readonly (readonly [label: string, text: string])[]
  /** Further sentences below the lines, as elements of the class `paid-ahead-paper-foot`. */
  children?: ReactNode
  /** The sentence that says what this paper is. */
  foot: string
}

/** The receipt of a package or deposit as it is printed. */
export function PaidAheadPaper({ ref, reprint, title, amount, lines, children, foot }: PaidAheadPaperProps) {
  const clinic = useRead(clinicContract.read, {}).data?.data
  const logo = clinicLogo()
  return (
    <div ref={ref} className="paid-ahead-paper">
      <div className="paid-ahead-paper-head">
        {logo !== null && <img src={logo} alt="" className="paid-ahead-paper-logo" />}
        <p className="paid-ahead-paper-clinic">{clinic?.name ?? ''}</p>
        {clinic && (
          <p>
            {clinic.address} · <span className="paid-ahead-paper-phone">{clinic.phone}</span>
          </p>
        )}
      </div>
      <p className="paid-ahead-paper-title">{title}</p>
      {reprint !== null && <p className="paid-ahead-paper-reprint">{reprint}</p>}
      <p className="paid-ahead-paper-amount">{formatPeso(toCentavos(amount))}</p>
      <dl>
        {lines.map(([label, text]) => (
          <div key={label} className="paid-ahead-paper-line">
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {children}
      <p className="paid-ahead-paper-foot paid-ahead-paper-strong">{foot}</p>
    </div>
  )
}
