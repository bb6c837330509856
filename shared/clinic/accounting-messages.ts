import { defineMessages } from '#shared/lib/language.ts'

/**
 * Texts of Settings > Taxes & Accounting, in a module of their own so that no other page loads them. The same sentences
 * are in docs/taxes-and-accounting.md.
 */
export const accountingMessages = defineMessages('clinic/accounting', {
  title: 'Taxes & Accounting',
  subtitle: 'What Mutya does, what your accountant decides, and the public rules behind both.',
  advice:
    'This page explains Mutya. It is not tax advice. The rules below were compared with public sources in November 2026: ask your accountant whether they have changed since.',

  does: 'What Mutya does',
  doing: [
    {
      topic: 'Document numbers',
      text: 'Each sale, void and refund is a document with its own number in a series without gaps. Nobody can change or delete a document, not even an admin.',
    },
    {
      topic: 'Invoices',
      text: 'In the invoice modes the till prints invoices with your registered name, TIN, address, MIN, serial number, permit, accreditation and software supplier, and with space for the name, address and TIN of the buyer.',
    },
    {
      topic: 'Every sale',
      text: 'Each sale gets a document with a number at once. If you choose it, a clinic without VAT prints a sales slip for a sale below ₱500, and one invoice for all slips when the day is closed.',
    },
    {
      topic: 'VAT',
      text: 'Prices include VAT. Mutya calculates the 12 % VAT that each line contains, rounds it to the centavo and prints VATable, exempt and zero-rated sales.',
    },
    {
      topic: 'Percentage tax',
      text: 'Mutya stores the tax class of a service or product with each sale, so that a later change of the class changes no earlier figure. Older sales, made before Mutya stored tax classes, are counted with the present class, and the report says so. Invoices without VAT, and the readings of their days, show the sales subject to percentage tax and the exempt sales.',
    },
    {
      topic: 'Excise',
      text: 'If you switch excise on, the price of a service that is marked for excise includes 5 % of its price before taxes. VATable sales on papers and in reports include this excise.',
    },
    {
      topic: 'Senior Citizens and PWD',
      text: 'On services that you mark, a Senior Citizen or PWD card takes off the VAT and 20 %. A promo that is better than 20 % keeps the VAT exemption. The invoice has the ID number and a line for the signature, and a book lists every such sale.',
    },
    {
      topic: 'Tax withheld',
      text: 'If you switch it on, a business buyer with a TIN can pay a part of an invoice with Form 2307. This part is not in the drawer. The invoice, the readings and the reports show it separately.',
    },
    {
      topic: 'Gift cards',
      text: 'Gift cards, packages, deposits and store credit are money that the clinic owes. A sale is made only when somebody pays with them, with its taxes and its invoice. A report shows what is owed on any date. A gift card has no expiry date.',
    },
    {
      topic: 'Copies',
      text: 'Every copy of a receipt or reading after the first says REPRINT, with its count and the server’s time.',
    },
    {
      topic: 'Readings',
      text: 'There is one Z-reading for each terminal and day. A Z-reading has the grand total, which never falls, and cannot be changed. An exported reading can be checked without Mutya.',
    },
    {
      topic: 'Cash',
      text: 'Each shift starts with a counted float and ends with a count that is made before the expected amount is shown. Cash that leaves the drawer needs a reason, and above your limit an approval.',
    },
    {
      topic: 'Reports',
      text: 'Sales journal, daily summary, taxes by month and the other reports have the same figures on the screen, in CSV, Excel and PDF. Every night Mutya recalculates the books and says what does not add up.',
    },
  ],

  doesNot: 'What Mutya does not do',
  notDoing: [
    'Mutya registers nothing with the BIR: the clinic, its terminals and its invoices are registered by you.',
    'Mutya files no return, pays no tax, and sends no invoice or sales data to the BIR.',
    'Mutya keeps the books of sales and of the cash in the drawers. Purchases, salaries, rent and income tax belong in the books of your accountant.',
  ],

  decides: 'What your accountant decides',
  decisions: {
    vat: {
      question: 'Is the clinic VAT-registered?',
      text: 'Registration is required once sales of twelve months are above ₱3,000,000. The registration decides which taxes each receipt shows.',
      where: 'Documents',
    },
    mode: {
      question: 'What does the till issue, and from which day?',
      text: 'A receipt that is not an invoice, an order slip in addition to handwritten invoices, or registered invoices. After the first registered invoice you cannot return to receipts or order slips.',
      where: 'Documents',
    },
    machines: {
      question: 'Which permit, accreditation, MIN and serial number apply?',
      text: 'Enter the numbers as the BIR has given them to you. Mutya prints these numbers and does not check them.',
      where: 'Terminals',
    },
    classes: {
      question: 'Which tax class does each service have?',
      text: 'VATable, exempt or zero-rated, and whether it is an invasive cosmetic procedure with excise. A facial is usually VATable; a consultation of a physician may be exempt.',
      where: 'Treatments',
    },
    cards: {
      question: 'Which services have the Senior Citizen and PWD discount?',
      text: 'The laws name medical services. Whether a cosmetic treatment is one is a question for your accountant. At first no service is marked.',
      where: 'Treatments',
    },
    exempt: {
      question: 'Are exempt sales to card holders reported before or after their discount?',
      text: 'Accountants read “VAT-exempt sales” in both ways. A report shows both. Choose one and keep to it.',
      where: 'Exempt sales to Seniors and PWD',
    },
    percentage: {
      question: 'Does a clinic without VAT pay percentage tax?',
      text: 'It is 3 % of gross receipts, without services and products whose tax class is exempt. Sales to Seniors and PWD are not exempt from it. A sole proprietor may have chosen the income tax of 8 % in its place.',
      where: 'Percentage tax by month',
    },
    withheld: {
      question: 'Which buyers withhold tax, and at which rate?',
      text: 'Mutya records the amount, the tax code and the quarter of Form 2307. The cashier enters the withheld amount, because Mutya does not know the rates of withholding tax. Mutya accepts at most 20 % of the invoice total as withheld tax.',
      where: 'Payments',
    },
    prepaid: {
      question: 'When is the money for a gift card taxed?',
      text: 'Mutya taxes the sale that is paid with the gift card, and not the sale of the gift card. Ask your accountant whether advance payments are taxed earlier. Gift cards are off at first.',
      where: 'Payments',
    },
    packages: {
      question: 'What happens to the money for a package that expires?',
      text: 'The money that is left on an expired package stays in the report Money paid ahead until the package is refunded. An admin can also extend it, so that the client can use the rest. Mutya does not count this money as a sale. Ask your accountant whether it becomes income, and when. Packages are off at first.',
      where: 'Payments',
    },
    deposits: {
      question: 'How is a deposit taxed that the clinic keeps?',
      text: 'A deposit is taxed with the sale that it pays. Mutya taxes no deposit that is kept after a no-show or a late cancellation. Ask your accountant how to enter it; the report Money paid ahead has it in the column Kept. Deposits are off at first.',
      where: 'Deposits',
    },
    small: {
      question: 'Is each small sale invoiced by itself?',
      text: 'A clinic without VAT may cover sales below ₱500 by one invoice at the end of the day, unless the buyer asks for an invoice. Below ₱500 a day no invoice is needed. Mutya counts the sales of all terminals. Daily invoices are off at first.',
      where: 'Documents',
    },
    keeping: {
      question: 'How long are the books kept, and where?',
      text: 'The law now requires five years. Mutya deletes no document. Keep backups outside the clinic, and save the journal and the readings as files.',
      where: 'Terminals',
    },
  },

  rules: 'The rules that Mutya follows',
  followed: [
    {
      rule: 'RA 11976, signed January 5, 2024',
      text: 'Ease of Paying Taxes Act. The invoice is the document for services too. Section 237 of the Tax Code requires an invoice for sales of ₱500 or more. VAT-registered sellers issue an invoice for every sale.',
    },
    {
      rule: 'RR 7-2024, in force since April 27, 2024',
      text: 'What an invoice contains, and that an official receipt only supplements it. This regulation was amended by RR 11-2024 of June 13, 2024, explained in RMC 77-2024 of July 11, 2024.',
    },
    {
      rule: 'RR 10-2015 of September 21, 2015, and RR 16-2018 of April 30, 2018',
      text: 'What a point-of-sale machine prints: MIN, serial number, VATable, exempt and zero-rated sales, lines for the buyer and for the card holder, the permit, the accreditation and its last day, name, address and TIN of the software supplier, and, on documents without VAT, sales subject to percentage tax, exempt sales and “THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX”.',
    },
    {
      rule: 'RR 11-2004 of December 15, 2004',
      text: 'Point-of-sale machines: numbers in sequence, a grand total that cannot be reset, and no training mode.',
    },
    {
      rule: 'RA 9994, approved February 15, 2010, and RR 7-2010 of July 20, 2010',
      text: 'Expanded Senior Citizens Act: 20 % and no VAT, and a separate record of these sales. RR 11-2015 of September 29, 2015 names the IDs that count and what the record contains.',
    },
    {
      rule: 'RMC 38-2012 of August 3, 2012',
      text: 'Questions and answers: a Senior Citizen who takes a better promo stays exempt from VAT, and percentage tax is still due on exempt sales of a clinic without VAT.',
    },
    {
      rule: 'RA 10754, approved March 23, 2016, and RR 5-2017 of April 11, 2017',
      text: 'Persons with disability have the same 20 % and the same VAT exemption.',
    },
    {
      rule: 'RA 10963, signed December 19, 2017, and RR 2-2019 of February 20, 2019',
      text: 'Section 150-A of the Tax Code: excise of 5 % on invasive cosmetic procedures that serve only to improve appearance. VAT is charged on price and excise together.',
    },
    {
      rule: 'RR 2-98 of April 17, 1998',
      text: 'Creditable withholding tax: the buyer keeps a part of the price, pays it to the BIR and certifies it on Form 2307.',
    },
    {
      rule: 'RA 10962, approved December 19, 2017',
      text: 'Gift Check Act: a gift card must have no expiry date, and the rest on it must stay usable.',
    },
    {
      rule: 'RA 11534, signed March 26, 2021',
      text: 'Section 116 of the Tax Code: the percentage tax was 1 % from July 1, 2020 to June 30, 2023. Since then it is 3 % again.',
    },
  ],
})
