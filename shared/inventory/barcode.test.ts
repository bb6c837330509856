import { expect, test } from 'vitest'
import { barcodeKey, isBarcode } from './barcode.ts'

test.each([
  ['EAN-13', '4006381333931'],
  ['EAN-8', '73513537'],
  ['UPC-A', '036000291452'],
])('a barcode of the kind %s is accepted only with the right check digit', (_, code) => {
  const accepted = [...'0123456789'].map((last) => code.slice(0, -1) + last).filter(isBarcode)
  expect(accepted).toEqual([code])
})

test.each(['', '4006381333', '400638133393', '40063813339310', '4006381333931 ', '73513O37', '-3513537'])(
  'the barcode %j is refused',
  (text) => expect(isBarcode(text)).toBe(false),
)

test('a UPC-A code and the same code read as EAN-13 count as the same barcode', () => {
  expect(isBarcode('0036000291452')).toBe(true)
  expect(barcodeKey('036000291452')).toBe(barcodeKey('0036000291452'))
  expect(barcodeKey('73513537')).not.toBe(barcodeKey('4006381333931'))
})
