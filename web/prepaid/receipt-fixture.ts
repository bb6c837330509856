import type { PackageReceipt } from '#shared/prepaid/paper-contract.ts'

/** For tests: the receipt of a package of six sessions, paid by GCash, that is valid from its first use. */
export const packageReceipt: PackageReceipt = {
  number: 7,
  name: 'Glow Package',
  buyer_name: 'Ana Cruz',
  price: 5000,
  method: 'gcash',
  reference_number: 'GC 5001',
  sold_at: '2026-11-21T10:00:00+08:00',
  sold_by: 'Carlo Cruz',
  services: [
    { service_name: 'Diamond peel', sessions: 5 },
    { service_name: 'Hydra glow', sessions: 1 },
  ],
  validity: 'first_use',
  validity_months: 6,
  expires_on: null,
  is_refunded: false,
  print_count: 0,
}
