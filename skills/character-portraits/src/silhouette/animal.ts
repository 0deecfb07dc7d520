import { ellipse, path } from './shapes.ts'

const dark = '#1d2024'

/** Draws an animal that acts like a person. The colour is that of its collar. */
export function drawAnimal(kind: 'dog' | 'cat' | 'bird', colour: string): string {
  const body = path('M120 600 C120 470 170 410 240 410 C310 410 360 470 360 600 Z', dark)
  if (kind === 'bird')
    return (
      body +
      ellipse(240, 330, 78, 84, dark) +
      path('M300 318 L396 344 L304 368 Z', '#b98a2e') +
      ellipse(262, 312, 9, 9, '#f4ead2') +
      path('M150 470 Q220 520 240 600 L120 600 Z', '#2a2d33')
    )
  const ears =
    kind === 'cat'
      ? path('M158 262 L172 160 L232 228 Z', dark) + path('M322 262 L308 160 L248 228 Z', dark)
      : path('M160 236 C110 240 104 330 136 384 C160 380 176 320 182 262 Z', dark) +
        path('M320 236 C370 240 376 330 344 384 C320 380 304 320 298 262 Z', dark)
  const muzzle = kind === 'dog' ? ellipse(240, 366, 46, 40, '#2a2d33') : ''
  return [
    body,
    ears,
    ellipse(240, 310, 88, 86, dark),
    muzzle,
    ellipse(208, 300, 8, 10, '#f4ead2'),
    ellipse(272, 300, 8, 10, '#f4ead2'),
    path('M178 404 Q240 440 302 404 L306 424 Q240 462 174 424 Z', colour),
  ].join('')
}
