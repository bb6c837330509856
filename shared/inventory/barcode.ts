/**
 * True if the last digit is the right check digit: counted from the right, every second digit of the code has the
 * weight 3.
 */
function hasCheckDigit(digits: string): boolean {
  const weighted = [...digits].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 3))
  return weighted.reduce((sum, each) => sum + each, 0) % 10 === 0
}

/** True for an EAN-8, UPC-A or EAN-13 code with the right check digit. */
export const isBarcode = (text: string): boolean => /^(\d{8}|\d{12,13})$/.test(text) && hasCheckDigit(text)

/** Two codes are equal if their keys are: scanners read a UPC-A code also as an EAN-13 code with a leading zero. */
export const barcodeKey = (barcode: string): string => barcode.padStart(13, '0')
