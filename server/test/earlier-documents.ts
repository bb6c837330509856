const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** For tests of migrations: the ids that old documents refer to. */
export const earlier = { cashier: id(2), treatment: id(3), service: id(4), addOn: id(5) }

/** The id of the earlier document that has this number. */
export const earlierId = (number: number): string => id(100 + number)

const since = `'2026-11-01Z', '2026-11-01Z'`

/** Statements that insert a cashier, a treatment with a service of one peso, and an add-on. */
export const CASHIER_AND_SERVICE = `
insert into people (id, first_name, created_at, updated_at, search_text)
  values ('${earlier.cashier}', 'Andrea', ${since}, 'andrea');
insert into accounts (id, person_id, role, created_at, updated_at)
  values ('${earlier.cashier}', '${earlier.cashier}', 'cashier', ${since});
insert into treatments (id, name, created_at, updated_at, search_text)
  values ('${earlier.treatment}', 'Facials', ${since}, 'facials');
insert into services (id, treatment_id, name, price_centavos, created_at, updated_at, search_text)
  values ('${earlier.service}', '${earlier.treatment}', 'Diamond peel', 100, ${since}, 'diamond peel');
insert into add_ons (id, treatment_id, name, price_centavos, created_at, updated_at, search_text)
  values ('${earlier.addOn}', '${earlier.treatment}', 'LED light', 100, ${since}, 'led light');
`

type EarlierDocument = {
  number: number
  /** The number of the sale that this document voids or refunds. */
  takesBack?: { number: number; kind: 'void' | 'refund' }
  payment?: { method: string; reference: string }
}

const quoted = (text: string | undefined) => (text === undefined ? 'null' : `'${text}'`)

/**
 * Statements that insert a document of one service for one peso, with the columns of the first schema that had
 * documents.
 */
export function earlierDocument({ number, takesBack, payment }: EarlierDocument): string {
  const sign = takesBack ? -1 : 1
  const key = payment?.reference.replaceAll(/[\s-]/g, '').toUpperCase()
  return `begin;
insert into document_lines (document_id, position, kind, service_id, treatment_id, name, treatment_name, quantity,
    unit_price_centavos, line_total_centavos)
  values ('${earlierId(number)}', 1, 'service', '${earlier.service}', '${earlier.treatment}', 'Diamond peel', 'Facials',
    ${sign}, 100, ${sign * 100});
insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos, reference_number,
    reference_key)
  values ('${earlierId(number)}', 1, '${payment?.method ?? 'cash'}', ${sign * 100}, ${sign * 100}, 0,
    ${quoted(payment?.reference)}, ${quoted(takesBack ? undefined : key)});
insert into documents (id, branch_id, kind, number, refers_to, reason, business_date, sold_at, cashier_id, cashier_name,
    is_walk_in, issuer_name, issuer_address, issuer_phone, issuer_tin, receipt_foot, item_count, treatment_text,
    subtotal_centavos, discount_centavos, total_centavos)
  select '${earlierId(number)}', id, '${takesBack?.kind ?? 'sale'}', ${number},
    ${quoted(takesBack && earlierId(takesBack.number))}, ${takesBack ? `'Rung up twice'` : 'null'}, '2026-11-20',
    '2026-11-20 10:00+08', '${earlier.cashier}', 'Andrea Cruz', true, 'Mutya', '', '', '', '', ${sign}, '',
    ${sign * 100}, 0, ${sign * 100} from branches;
commit;
`
}
