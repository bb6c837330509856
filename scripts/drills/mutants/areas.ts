/**
 * Files whose tests are checked by mutation testing (small changes of the code, which a test must detect), and their
 * tests.
 */
export type Area = { name: string; rules: readonly string[]; tests: readonly string[] }

/**
 * The areas of the drill `mutants`. `rules` has only files that decide or compute something, without messages and
 * contracts. Its first file is the smallest, because the quick form of the drill changes only that file.
 */
export const areas: readonly Area[] = [
  {
    name: 'money',
    rules: [
      'shared/lib/money.ts',
      'shared/sales/charge.ts',
      'shared/sales/totals.ts',
      'shared/sales/percent.ts',
      'shared/sales/payment.ts',
      'shared/sales/discount-limit.ts',
      'shared/sales/refunds/refund.ts',
      'shared/prepaid/session-values.ts',
      'shared/deposits/deposit-rule.ts',
    ],
    tests: [
      'shared/lib/money.test.ts',
      'shared/sales/*.test.ts',
      'shared/sales/refunds/refund.test.ts',
      'shared/prepaid/session-values.test.ts',
      'shared/deposits/deposit-rule.test.ts',
    ],
  },
  {
    name: 'taxes',
    rules: [
      'shared/sales/percentage-tax.ts',
      'shared/sales/tax.ts',
      'shared/sales/card-pieces.ts',
      'shared/sales/withheld.ts',
      'shared/sales/senior-pwd-card.ts',
      'shared/sales/small-sale.ts',
    ],
    tests: ['shared/sales/*.test.ts'],
  },
  {
    name: 'permissions',
    rules: [
      'shared/users/roles.ts',
      'shared/auth/permissions.ts',
      'shared/api-keys/scopes.ts',
      'server/lib/http/authorize.ts',
    ],
    tests: [
      'shared/users/roles.test.ts',
      'shared/auth/permissions.test.ts',
      'shared/api-keys/scopes.test.ts',
      'server/lib/http/authorize.test.ts',
    ],
  },
  {
    name: 'names',
    rules: ['shared/lib/names.ts', 'shared/people/name-search.ts'],
    tests: ['shared/lib/names.test.ts', 'shared/people/name-search.test.ts'],
  },
  {
    name: 'readings',
    rules: [
      'shared/cash/drawer.ts',
      'shared/cash/shift-drawer.ts',
      'shared/cash/till-actions.ts',
      'shared/cash/reading.ts',
    ],
    tests: ['shared/cash/*.test.ts'],
  },
  {
    name: 'slots',
    rules: [
      'shared/resources/hours.ts',
      'shared/resources/unknown-share.ts',
      'shared/resources/free-starts.ts',
      'shared/resources/free-chains.ts',
      'shared/clinic/opening-hours.ts',
    ],
    tests: ['shared/resources/*.test.ts', 'shared/clinic/opening-hours.test.ts'],
  },
]
