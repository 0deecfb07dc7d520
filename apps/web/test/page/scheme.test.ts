import {
  type DynamicScheme,
  Hct,
  MaterialDynamicColors,
  SchemeTonalSpot,
  argbFromHex,
  hexFromArgb,
} from '@material/material-color-utilities'
import { expect, test } from 'vitest'
import { schemeOf } from '../../src/page/theme/scheme.ts'

test.each([
  ['dark', true],
  ['light', false],
])('001 §12.4: the colours of the %s theme are those of Material Design 3 for a deep purple', (_, dark) => {
  // The library's declarations lose this base class where imports need their file endings.
  const scheme = new SchemeTonalSpot(Hct.fromInt(argbFromHex('#673AB7')), dark, 0) as unknown as DynamicScheme
  const colours = new MaterialDynamicColors()
  for (const [role, colour] of Object.entries(schemeOf(dark)))
    expect([role, colour]).toEqual([
      role,
      hexFromArgb(colours[role as keyof ReturnType<typeof schemeOf>]().getArgb(scheme)),
    ])
})
