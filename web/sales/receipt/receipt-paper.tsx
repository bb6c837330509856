import type { Ref } from 'react'
import type { PaperWidth, ReceiptPair, ReceiptText } from '#shared/sales/receipt.ts'
import './receipt-paper.css'

const Pairs = ({ pairs }: { pairs: readonly ReceiptPair[] }) => (
  <dl className="receipt-pairs">
    {pairs.map(({ label, value, isTotal }) => (
      <div key={label} className={isTotal ? 'receipt-total' : undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** A receipt as it comes out of the printer, in its true size. */
export function ReceiptPaper({ text, width, ref }: { text: ReceiptText; width: PaperWidth; ref?: Ref<HTMLElement> }) {
  return (
    <article ref={ref} aria-label={text.heading} data-width={width} className="receipt-paper">
      <header>
        <p className="receipt-clinic">{text.clinic}</p>
        {text.clinicLines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="receipt-heading">{text.heading}</p>
        {text.mark && <p className="receipt-mark">{text.mark}</p>}
        {text.reprint && <p className="receipt-reprint">{text.reprint}</p>}
      </header>
      <Pairs pairs={text.facts} />
      <ul className="receipt-items">
        {text.items.map((item, i) => (
          <li key={i} data-add-on={item.isAddOn || undefined}>
            <span>
              {item.isAddOn && '+ '}
              {item.name}
              <small>{item.detail}</small>
            </span>
            <b>{item.amount}</b>
          </li>
        ))}
      </ul>
      <Pairs pairs={text.sums} />
      <footer>
        <p>{text.foot}</p>
      </footer>
    </article>
  )
}
