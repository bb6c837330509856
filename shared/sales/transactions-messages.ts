import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** The words of the Transactions page. */
export const transactionsMessages = defineMessages('sales/transactions', {
  title: 'Transactions',
  goBackToCashier: 'Go back to cashier',
  search: 'Search transactions',
  searchPlaceholder: 'Name, treatment or receipt',
  from: 'From',
  to: 'To',
  applyFilter: 'APPLY FILTER',
  period: 'Period',
  quick: { all: 'All', today: 'Today', 'this-week': 'This Week', 'last-month': 'Last Month' },
  totalRevenue: 'Total Revenue',
  transactionCount: (count: number) =>
    plural(count, { one: '1 transaction', other: `${formatNumber(count)} transactions` }),
  average: 'Avg. Transaction',
  perVisit: 'per customer visit',
  activeCustomers: 'Active Customers',
  thisPeriod: 'this period',
  complete: 'Treatment Complete',
  voided: 'Voided',
  void: 'Void',
  receiptNumber: (number: string) => `Receipt ${number}`,
  openReceipt: 'Receipt',
  failed: 'The transactions could not be loaded.',
  reportTitle: 'Transaction Report',
  customer: 'Customer',
  treatment: 'Treatment',
  amount: 'Amount',
  date: 'Date',
  time: 'Time',
  revenueLabel: 'Total Revenue (paid, after discounts)',
  allDates: 'All dates',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  noneTitle: 'No transactions found',
  noneHint: 'Try adjusting your search criteria or date range',
})
