import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCampaign, WorldPlayer } from '../src/index.ts'

const worlds = new Map<string, WorldPlayer['world']>()

beforeAll(async () => {
  for (const name of ['packet-boat', 'nobody-aboard', 'school-bell']) {
    const { campaign } = await readCampaign(join(import.meta.dirname, '../../content/campaigns', name))
    worlds.set(name, campaign!.world)
  }
})

/** What the player reads after the last of some prompts in a shipped campaign. */
function play(campaign: string, ...prompts: string[]): string {
  const player = new WorldPlayer(worlds.get(campaign)!)
  return prompts.map((prompt) => player.play(prompt).text).at(-1)!
}

const inn = (...prompts: string[]) => play('packet-boat', 'north', ...prompts)
const dock = (...prompts: string[]) => play('nobody-aboard', ...prompts)
const garden = (...prompts: string[]) => play('nobody-aboard', 'north', 'north', ...prompts)
const causeway = (...prompts: string[]) => play('packet-boat', 'south', ...prompts)

/** Answers that only say that words were not understood. */
const notUnderstood = /You see no|of that name here|not clear what you mean|not sure how|find no way to do/

describe('a picture of a place in a shipped campaign', () => {
  const shown = (...prompts: string[]) => {
    const player = new WorldPlayer(worlds.get('packet-boat')!)
    return prompts.map((prompt) =>
      player.play(prompt).performed.flatMap(({ assets }) => assets.map(({ asset }) => asset)),
    )
  }
  const harbour = ['art/pell.png']

  it.each([
    [
      ['look around', 'north'],
      [harbour, []],
    ],
    [
      ['north', 'look around', 'south', 'look around'],
      [[], [], harbour, []],
    ],
    [
      ['south', 'north'],
      [[], harbour],
    ],
  ])('is shown where the place is seen: %j', (prompts, pictures) => {
    expect(shown(...prompts)).toEqual(pictures)
  })
})

describe('what no act covers', () => {
  it.each([
    [() => inn('take the matches and shake them'), /box of matches.*\n*.*shake the box of matches/],
    [() => inn('lean on the counter and wake the man at the table'), /lean on the counter[^]*(?:awake|asleep)/],
    [() => dock('tap on the hatch, then pinch Quill'), /pinch Quill|Well\?|What is it/],
    [() => garden('kneel beside the tub and breathe on the lemon tree'), /breathe on the lemon tree/],
    [() => garden('tear up the lemon tree'), /lemon tree.*(?:worse|need|let it be|want it)/],
    [() => causeway('juggle the notice'), /the notice/],
  ])('is answered with the name of what it is done to, %#', (turn, answer) => {
    expect(turn()).toMatch(answer)
    expect(turn()).not.toMatch(notUnderstood)
  })

  it.each([
    ['turn up my collar and close my eyes', /turn up your collar[^]*close your eyes/],
    ['slap the notice', /notice/],
  ])('may be done to the player or to nothing: %s', (words, answer) => expect(causeway(words)).toMatch(answer))

  it('says what is possible instead, if no known thing is named', () => {
    expect(inn('take the matches and yodel like an Alpine goatherd')).toMatch(/you could|is to/i)
  })
})

describe('a gesture towards a person', () => {
  it.each([
    [() => inn('I put my hand on her shoulder'), /Hester/],
    [() => inn('hold Tobit by the sleeve'), /Tobit/],
    [() => causeway('take Crake by the arm'), /Crake/],
    [() => dock("straighten Quill's collar"), /Quill/],
    [() => garden('squeeze her hand'), /Odile/],
  ])('gets a reaction of that person, %#', (turn, name) => {
    expect(turn()).toMatch(name)
    expect(turn()).not.toMatch(notUnderstood)
  })

  it('does not wake a person who sleeps, who does not speak', () => {
    const world = worlds.get('packet-boat')!
    const asleep = () =>
      new WorldPlayer(world, { state: { is: { tobit: { asleep: true } }, at: { player: 'anchor' } } })
    expect(asleep().play('shake Tobit by the shoulder').text).toMatch(/does not wake|moves with your hand/)
    expect(asleep().play('wake Tobit').text).toMatch(/You try to wake Tobit/)
    expect(asleep().play('feel his pulse').text).toMatch(/slow and even|lives/)
    expect(asleep().play('ask Tobit about the burner').text).toMatch(/not awake|do(?:es)? not hear you/)
    expect(asleep().play('Tobit, why did you do it?').text).not.toMatch(/“/)
  })
})

describe('a statement', () => {
  it.each([
    [() => inn('hello Hester', 'Tobit put the light out for money.'), /Tobit|light|know|see|so/],
    [() => inn('hello Tobit', 'Hester says so. She has seen you do it.'), /Tobit/],
    [() => causeway('hello Crake', 'Nan is waiting for you at home.'), /Nan|“|Crake/],
    [() => dock('hello Quill', 'The gardener is still up there. She ties up beans.'), /Quill/],
    [() => garden('Someone waters these every morning.'), /Odile/],
  ])('is heard by the person who is talked to, %#', (turn, answer) => {
    expect(turn()).toMatch(answer)
    expect(turn()).not.toMatch(notUnderstood)
    expect(turn()).not.toContain('You could')
  })

  it('about the duty of the player is not an act', () => {
    expect(dock('hello Quill', 'I have to sign the form before six.')).toMatch(/“/)
    const player = new WorldPlayer(worlds.get('nobody-aboard')!)
    player.play('I must sign the form, I suppose.')
    expect(player.state.ended).toBeUndefined()
    expect(inn('hello Hester', 'I came here to meet my sister.')).toMatch(/Hester Lamb/)
  })

  it.each([
    ["I won't take your money, Quill.", /As you like|thought that you|do without/],
    ["I don't accept, Quill.", /As you like|thought that you|do without/],
    ['Quill, no deal.', /As you like|thought that you|do without/],
  ])('that refuses is taken as a refusal: %s', (words, answer) => expect(dock(words)).toMatch(answer))
})

describe('an apology, thanks or a greeting in quotation marks', () => {
  it('does not swallow the acts behind it', () => {
    const text = garden('take the lemon', '"Forgive me, Odile." I give it back and ask about the twig.')
    expect(text).toMatch(/keep that|lets you wait/)
    expect(text).toContain('You give the lemon to Odile Brandt')
    expect(text).toContain('The twig is in case')
  })

  it('is not followed by a greeting or a list of topics', () => {
    const text = inn('I turn to Hester and accuse her: "You knew it all along! You heard him go out."')
    expect(text).toMatch(/I pour it/)
    expect(text).not.toMatch(/There you are|You could ask/)
    expect(text.split('\n\n')).toHaveLength(1)
  })

  it('is for the person whose name is in it', () => {
    expect(inn('"Thank you, Mr Rudd." I go up to my room.')).toMatch(/^[^?]*Tobit[^?]*Two beds/)
    expect(inn('"Good evening, Mrs Lamb. Who wears all these coats?"')).toContain('Nine coats')
  })
})

describe('words beside an act', () => {
  it('that are shouted are heard by those who are here', () => {
    expect(play('packet-boat', 'I go into the inn and shout: "why is the lamp out?"')).not.toMatch(
      /Whom do you mean|You say it/,
    )
  })

  it('about the past, or about what another person does, are not acts', () => {
    expect(garden('hello Odile', 'I found two soup cups.')).toMatch(/Odile|“/)
    const text = garden('I take her by the elbow, but she does not move.')
    expect(text).toContain('elbow')
    expect(text).not.toMatch(/watering can|You could/)
    expect(garden('I give her my word that I will say nothing.')).toMatch(/plant it/)
    expect(garden('"I will not hurt you, Odile."')).toMatch(/lose my place/)
  })
})

describe('a question that goes on with what a person said', () => {
  it.each([
    [() => garden('ask Odile about Brannoc', 'Who do you mean by that?'), /speaking of Brannoc|Of Brannoc/],
    [() => dock('ask Quill about Port Farrow', 'What are you talking about?'), /Port Farrow/],
    [() => inn('ask Hester about Haskell', 'When was that?'), /don't do when/],
    [() => inn('ask Hester about the coats', 'Who told you?'), /carried the soup out myself/],
    [() => causeway('ask Crake about the road', 'Where did he go?'), /where I've been stood/],
    [() => garden('ask Odile about Matthijs', 'When did he die?'), /Six years ago/],
  ])('is answered by that person, not by the records or with the same speech, %#', (turn, answer) => {
    expect(turn()).toMatch(answer)
    expect(turn()).not.toMatch(/As I said|told you that already|remember|Nothing that you have/)
  })

  it('is put together with others to the same person', () => {
    expect(dock('ask Quill about Brannoc', 'What has to be told? Who do you mean?')).toMatch(
      /speaking of Brannoc|Of Brannoc/,
    )
  })
})

describe('a question about the state of things', () => {
  it.each([
    'Who else is in here?',
    'who else is in this room with me?',
    'Is anyone else here?',
    'Who is in the Dry Anchor?',
  ])('names who is here: %s', (question) => expect(inn(question)).toMatch(/Hester Lamb and Tobit are here/))

  it('is answered beside another one', () => {
    const text = inn('Where am I, and who is Crake?')
    expect(text).toContain('A low room')
    expect(text.split('\n\n').at(-1)).toMatch(/Crake|great long man/)
  })

  it('of the time gives the last sign of it, and what it is measured against', () => {
    const text = play(
      'packet-boat',
      ...Array.from({ length: 9 }, () => 'wait'),
      'How long have we got before the boat is here?',
    )
    expect(text).toContain('midnight')
    expect(dock('How much time is there?')).toMatch(/three o'clock|six/)
  })

  it('of what happened is answered by a person who knows, or as what is yet to be learnt', () => {
    expect(play('packet-boat', 'What happened to the light?')).toContain('Find out why the light is out')
    expect(inn('What happened to the light?')).toMatch(/only been out the once|burner/)
  })
})

describe('an order', () => {
  it.each([
    [() => inn('Tobit, why is your glass dry? Go to the quay and wait for me.'), /Tobit/],
    [() => causeway('Crake, are you hungry? Stay here and tell me if she comes.'), /Crake/],
    [() => dock('Quill, is it warm in there? Wait for me in the shuttle.'), /going anywhere|no effort/],
  ])('behind a question is for the person, and the player stays, %#', (turn, name) => {
    const before = turn()
    expect(before).toMatch(name)
    expect(before).not.toMatch(/You wait|You let some time|You are back|You stand still/)
  })

  it('to lead, to help or to go is answered by the person', () => {
    expect(inn('lead the way, Tobit')).toMatch(/After you|Go in front/)
    expect(dock('Quill, help me')).toMatch(/With what|what for/)
    expect(causeway('Crake, go home')).toMatch(/errands|Go yourself|wait|Home|“/)
  })

  it('is heard before the player leaves', () => {
    expect(inn('I leave. Hester, stay here.')).toMatch(/^[^]*Hester Lamb[^]*cobbles|quay/)
    expect(inn('I go south. Hester, stay here.')).not.toContain('Hester Lamb is not here')
  })
})

describe('a search', () => {
  it.each([
    [() => inn('search the room for a rope'), /find no rope|no rope in it/],
    [() => inn('look for footprints'), /(?:find|see) no footprints/],
    [() => dock('search the dock'), /You (?:go over|search|leave nothing)/],
    [() => garden('I look around for traces of blood on the floor'), /traces/],
    [() => inn('search the inn for the matches'), /box of matches is here/],
  ])('has a result, and does not describe the place again, %#', (turn, result) => {
    expect(turn()).toMatch(result)
    expect(turn()).not.toMatch(/You can go|From here you can go/)
  })

  it('goes on with the places that are named behind it', () => {
    const text = inn('search the room for a key, under the table and behind the counter')
    expect(text).toMatch(/no key[^]*dominoes[^]*wiped it so often/)
  })
})
