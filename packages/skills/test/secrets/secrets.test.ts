import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { SECRET_MASK } from '../../src/config/index.ts'
import { openSkills, type SkillRegistry } from '../../src/index.ts'
import { fuzz } from '../../../protocol/test/fuzz.ts'
import { buildWorld, manifest } from '../world.ts'

const schema = {
  type: 'object',
  properties: {
    apiKey: { type: 'string', title: 'Key', 'x-sensitive': true },
    password: { type: 'string', format: 'password' },
    keys: { type: 'array', items: { type: 'string' }, 'x-sensitive': true },
    endpoint: { type: 'string' },
    pin: { type: 'integer', 'x-sensitive': true },
    token: { type: 'string', 'x-env-var': 'HOST_TOKEN', 'x-sensitive': true },
  },
}

async function open(config: Record<string, unknown>, environment = {}): Promise<SkillRegistry> {
  const world = buildWorld()
  const skill = manifest('teller', { env: ['SERVICE_API_KEY', 'LANG'] })
  world.skill('teller', { 'skill.json': skill, 'config-schema.json': schema, 'config.json': config })
  const registry = await openSkills({ roots: [world.root], home: world.home, environment })
  onTestFinished(() => registry.close())
  return registry
}

test('FR-040: saved secrets, secrets in variables and secrets that scripts may read are masked everywhere', async () => {
  const environment = {
    OPENAI_KEY: 'sk-from-env-1',
    HOST_TOKEN: 'host-token-1',
    SERVICE_API_KEY: 'service-key-1',
    USER_PASSWORD: 'hunter2-extra',
    LANG: 'en_GB',
  }
  const config = {
    apiKey: 'Bearer ${OPENAI_KEY}',
    password: 'p "quoted" \\ $& word',
    keys: ['list-key-1', 'list-key-2'],
    pin: 73910,
    endpoint: 'https://me:${USER_PASSWORD}@host.test/en_GB',
  }
  const registry = await open(config, environment)
  const all = [
    'sk-from-env-1',
    'host-token-1',
    'service-key-1',
    'list-key-1',
    'list-key-2',
    'hunter2-extra',
    '73910',
    config.password,
  ]
  for (const secret of all) {
    for (const text of [secret, JSON.stringify({ secret }), `https://x.test/?q=${encodeURIComponent(secret)}`])
      expect(registry.maskSecrets(`before ${text} after`)).not.toContain(secret.slice(0, 8))
    expect(registry.maskSecrets({ deep: [{ [secret]: `a ${secret} b` }], n: 1, nothing: null })).toEqual({
      deep: [{ [SECRET_MASK]: `a ${SECRET_MASK} b` }],
      n: 1,
      nothing: null,
    })
  }
  expect(registry.maskSecrets('the language en_GB stays')).toBe('the language en_GB stays')
  expect(registry.secrets()).toEqual(expect.arrayContaining(all))
})

test('FR-040: a replaced secret stays masked, and a new one is masked immediately', async () => {
  const registry = await open({ apiKey: 'old-secret' })
  await registry.setConfig('teller', { apiKey: 'new-secret' })
  expect(registry.maskSecrets('old-secret new-secret')).toBe(`${SECRET_MASK} ${SECRET_MASK}`)
})

test('FR-040: a secret that contains another one is masked completely', async () => {
  const registry = await open({ keys: ['abcd', 'abcd-and-more'] })
  expect(registry.maskSecrets('abcd-and-more, abcd')).toBe(`${SECRET_MASK}, ${SECRET_MASK}`)
})

test('FR-040: each line of a multi-line secret is masked', async () => {
  const registry = await open({ apiKey: '-----BEGIN KEY-----\nabcdefgh12345678\n-----END KEY-----' })
  expect(registry.maskSecrets('line 2 is abcdefgh12345678')).toBe(`line 2 is ${SECRET_MASK}`)
})

test('FR-040: a value that is not JSON is returned unchanged', async () => {
  const registry = await open({ apiKey: 'some-secret' })
  const [error, date] = [new Error('broken'), new Date(0)]
  expect(registry.maskSecrets({ error, date, bytes: null }).error).toBe(error)
  expect(registry.maskSecrets([date])[0]).toBe(date)
})

test('FR-040: a secret that is too short does not mask ordinary words', async () => {
  const registry = await open({ apiKey: 'a' })
  expect(registry.maskSecrets('a banana')).toBe('a banana')
})

test('FR-040: warnings, issues, errors and forms contain no secret', async () => {
  const secret = 'sk-planted-secret'
  const registry = await open({ apiKey: secret, keys: [secret, 7], endpoint: '${NOT_SET}', [secret.slice(3)]: 1 })
  const form = registry.describeForm('teller')
  const outcome = await registry.setConfig('teller', { password: secret, token: 5 })
  expect(outcome.saved).toBe(false)
  expect(JSON.stringify([form, outcome, registry.maskSecrets(registry.warnings), registry.list()])).not.toContain(
    secret,
  )
})

test('FR-040: a masked text contains no secret, for random secrets', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ minLength: 4, unit: 'binary' }).filter((text) => text.trim().length >= 4),
        { minLength: 1, maxLength: 5 },
      ),
      fc.array(fc.string()),
      async (secrets, fillers) => {
        const { SecretMask } = await import('../../src/secrets/secret-mask.ts')
        const mask = new SecretMask()
        mask.add(secrets)
        const text = secrets.map((secret, index) => `${fillers[index] ?? ' '}${secret}`).join('')
        const masked: string = mask.mask(text)
        for (const secret of mask.list()) expect(masked.includes(secret) && !SECRET_MASK.includes(secret)).toBe(false)
      },
    ),
    fuzz,
  )
})
