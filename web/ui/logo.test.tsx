import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Logo, LogoMark, ProductLogo } from './logo.tsx'

test('prerendered logos have no inline style and share no gradient', () => {
  const html = renderToString(
    <>
      <LogoMark />
      <Logo name="Mutya" line="Skin & Aesthetics" />
      <ProductLogo />
    </>,
  )
  expect(html).not.toContain('style=')
  const ids = [...html.matchAll(/<radialGradient id="([^"]+)"/g)].map(([, id]) => id)
  const uses = [...html.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(3)
  expect(uses).toEqual(ids)
})
