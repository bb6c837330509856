import { client, deleted, each, nothing, row, table, type PersonalData } from './choices.ts'
import { BOOKS, exported, KEY, MOVES, NAME, STAFF, SUMS } from './shared-choices.ts'

// The tables of money that clients pay ahead, which are a part of the list of personal data (`personal-data.ts`).

export const prepaidTables = {
  prepaid_accounts: table(client('client_id', MOVES), {
    ...nothing('whoever knows the number can pay; the clinic tells it to whoever has the card', 'card_number'),
    kind: { export: { left: 'the card and the documents tell it' }, erase: BOOKS },
    balance_centavos: { export: { left: 'the clinic tells it to whoever has the card' }, erase: BOOKS },
    recipient_name: { export: { left: 'the name of somebody else, on the card' }, erase: 'null' },
    message: { export: { left: 'words to somebody else, on the card' }, erase: 'null' },
    recipient_email: { export: { left: 'the address of somebody else' }, erase: 'null' },
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'opened_at', 'voided_at'),
  }),
  prepaid_entries: table(row('account_id', 'prepaid_accounts'), {
    ...nothing(SUMS, 'amount_centavos', 'balance_centavos', 'entered_on', 'kind'),
    ...nothing(KEY, 'account_id', 'document_id', 'position'),
  }),
  prepaid_sales: table(row('account_id', 'prepaid_accounts'), {
    buyer_name: { export: { left: 'the name in the profile' }, erase: NAME },
    ...nothing(STAFF, 'cashier_id', 'cashier_name'),
    ...nothing(SUMS, 'amount_centavos', 'business_date', 'method', 'number', 'received_centavos', 'sold_at'),
    ...nothing(SUMS, 'reference_number', 'reference_key'),
    ...nothing(KEY, 'account_id', 'branch_id', 'shift_id', 'terminal_id'),
  }),
  sold_packages: table(row('account_id', 'prepaid_accounts'), {
    ...nothing('what the clinic has sold', 'name', 'validity', 'validity_months', 'expires_on', 'is_extended'),
    ...nothing('what the clinic has brought in from an earlier system', 'bought_on', 'used_before'),
    ...nothing(KEY, 'account_id', 'branch_id', 'package_id', 'is_transferable'),
  }),
  package_sessions: table(row('account_id', 'sold_packages'), {
    ...nothing(SUMS, 'list_centavos', 'value_centavos', 'service_name'),
    ...nothing(KEY, 'account_id', 'id', 'position', 'service_id', 'used_by'),
  }),
  prepaid_voids: table(row('account_id', 'prepaid_sales'), {
    ...nothing(STAFF, 'reason', 'voided_at', 'voided_by', 'voided_by_name'),
    ...nothing(SUMS, 'amount_centavos'),
    ...nothing(KEY, 'account_id', 'shift_id', 'terminal_id'),
  }),
  deposits: table(client('client_id', MOVES), {
    ...each(['method', 'requested_at', 'reported_at'], exported),
    amount_centavos: exported,
    reference_number: { export: true, erase: 'null' },
    refused_reason: { export: true, erase: 'null' },
    ...nothing('the policy of the clinic', 'return_notice_hours', 'note'),
    ...nothing(KEY, 'id', 'branch_id', 'client_id', 'appointment_id', 'account_id'),
  }),
  deposit_pictures: table(deleted(row('deposit_id', 'deposits')), {
    picture: { export: { left: 'the client has sent it, and it is deleted when staff have answered' }, erase: 'null' },
    ...nothing(KEY, 'deposit_id', 'added_at'),
  }),
} satisfies Partial<PersonalData>
