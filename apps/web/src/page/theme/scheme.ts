/** The colour roles of Material Design 3: dark, light. They follow from the seed #673AB7, which a test checks. */
const roles = {
  primary: ['#d3bcfd', '#68548e'],
  onPrimary: ['#38265c', '#ffffff'],
  primaryContainer: ['#4f3d74', '#ebddff'],
  onPrimaryContainer: ['#ebddff', '#4f3d74'],
  secondary: ['#cdc2db', '#635b70'],
  onSecondary: ['#342d40', '#ffffff'],
  secondaryContainer: ['#4b4358', '#e9def8'],
  onSecondaryContainer: ['#e9def8', '#4b4358'],
  tertiary: ['#f0b7c5', '#7e525d'],
  onTertiary: ['#4a2530', '#ffffff'],
  tertiaryContainer: ['#643b46', '#ffd9e1'],
  onTertiaryContainer: ['#ffd9e1', '#643b46'],
  error: ['#ffb4ab', '#ba1a1a'],
  onError: ['#690005', '#ffffff'],
  errorContainer: ['#93000a', '#ffdad6'],
  onErrorContainer: ['#ffdad6', '#93000a'],
  surface: ['#151218', '#fef7ff'],
  surfaceDim: ['#151218', '#ded8e0'],
  surfaceBright: ['#3b383e', '#fef7ff'],
  surfaceContainerLowest: ['#0f0d13', '#ffffff'],
  surfaceContainerLow: ['#1d1b20', '#f8f1fa'],
  surfaceContainer: ['#211f24', '#f2ecf4'],
  surfaceContainerHigh: ['#2c292f', '#ede6ee'],
  surfaceContainerHighest: ['#36343a', '#e7e0e8'],
  onSurface: ['#e7e0e8', '#1d1b20'],
  onSurfaceVariant: ['#cbc4cf', '#49454e'],
  outline: ['#948f99', '#7a757f'],
  outlineVariant: ['#49454e', '#cbc4cf'],
  inverseSurface: ['#e7e0e8', '#322f35'],
  inverseOnSurface: ['#322f35', '#f5eff7'],
  inversePrimary: ['#68548e', '#d3bcfd'],
} as const

/** The colours of a theme by their roles. */
export type Scheme = Record<keyof typeof roles, string>

/** The colours of the dark or the light theme. */
export function schemeOf(dark: boolean): Scheme {
  return Object.fromEntries(Object.entries(roles).map(([role, colours]) => [role, colours[dark ? 0 : 1]])) as Scheme
}

/** The roles as custom properties: `--md-on-surface` and so on. */
export function schemeProperties(scheme: Scheme): Record<string, string> {
  return Object.fromEntries(Object.entries(scheme).map(([role, colour]) => [`--md-${kebab(role)}`, colour]))
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
