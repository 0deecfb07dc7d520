import {
  type DynamicScheme,
  Hct,
  MaterialDynamicColors,
  SchemeTonalSpot,
  argbFromHex,
  hexFromArgb,
} from '@material/material-color-utilities'

/** Deep purple. All colours of the page are derived from it. */
const seed = '#673AB7'

const roles = [
  'primary',
  'onPrimary',
  'primaryContainer',
  'onPrimaryContainer',
  'secondary',
  'onSecondary',
  'secondaryContainer',
  'onSecondaryContainer',
  'tertiary',
  'onTertiary',
  'tertiaryContainer',
  'onTertiaryContainer',
  'error',
  'onError',
  'errorContainer',
  'onErrorContainer',
  'surface',
  'surfaceDim',
  'surfaceBright',
  'surfaceContainerLowest',
  'surfaceContainerLow',
  'surfaceContainer',
  'surfaceContainerHigh',
  'surfaceContainerHighest',
  'onSurface',
  'onSurfaceVariant',
  'outline',
  'outlineVariant',
  'inverseSurface',
  'inverseOnSurface',
  'inversePrimary',
] as const

/** The colour roles of Material Design 3. */
export type Scheme = Record<(typeof roles)[number], string>

/** The colour roles of the dark or the light theme. */
export function createScheme(dark: boolean): Scheme {
  // The library's declarations lose this base class where imports need their file endings.
  const scheme = new SchemeTonalSpot(Hct.fromInt(argbFromHex(seed)), dark, 0) as unknown as DynamicScheme
  const colours = new MaterialDynamicColors()
  return Object.fromEntries(roles.map((role) => [role, hexFromArgb(colours[role]().getArgb(scheme))])) as Scheme
}

/** The roles as custom properties: `--md-on-surface` and so on. */
export function schemeProperties(scheme: Scheme): Record<string, string> {
  return Object.fromEntries(Object.entries(scheme).map(([role, colour]) => [`--md-${kebab(role)}`, colour]))
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
