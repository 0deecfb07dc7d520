/** A premise, the plot that fits it, and for each of its endings what a player types. */
export interface PlotStories {
  plot: string
  premise: string
  /** Whom of it the player is. */
  player?: string
  /** Ending to prompts, divided by semicolons. */
  stories: Record<string, string>
}

const waiting = (turns: number) => Array.from({ length: turns }, () => 'wait').join('; ')

export const plotStories: PlotStories[] = [
  {
    plot: 'search',
    premise:
      'On a windy island the boy Tam has not been seen since supper. In the chapel wait his sister Mary and the ferryman Joss.',
    stories: {
      home: 'ask Mary about Tam; north; take the iron bar; south; south; examine the grey glove; west; talk to Tam; lift the mast; ask Tam why; ask Tam to come home; east; north',
      silent:
        'ask Mary about Tam; east; ask Joss about the breakwater end; west; south; west; talk to Tam; east; north; ask Mary to help you lift; south; west; lift the mast; ask Tam to come home; east; north',
      away: 'north; take the iron bar; south; south; take the grey glove; west; talk to Tam; lift the mast; ask Tam why; leave Tam in peace; yes',
      late: waiting(85),
    },
  },
  {
    plot: 'theft',
    premise: 'The silver cup of Anna Low has been stolen from the inn. The cook Ben and the maid Cora were there.',
    stories: {
      owned:
        'ask Anna Low about the silver cup; east; ask Cora about that hour; west; south; ask Ben about that hour; north; east; accuse Cora; west; south; west; unlock the trunk; open the trunk; take the silver cup; east; north; give the silver cup to Anna Low',
      mercy:
        'east; ask Cora about that hour; west; north; examine the dust; south; east; accuse Cora; ask Cora why; west; south; west; unlock the trunk; open the trunk; take the silver cup; east; north; east; give the silver cup to Cora',
      wrong: 'ask Anna Low about the silver cup; south; accuse Ben; accuse Ben',
      gone: waiting(95),
    },
  },
  {
    plot: 'journey',
    premise: 'The smuggler Ivo and I flee across the mountains from Sergeant Brock.',
    stories: {
      away: 'ask Ivo to come with you; north; take the rope; north; north; tie the rope to the ring; north',
      alone:
        'ask Ivo about Sergeant Brock; north; north; north; talk to the gamekeeper; tell the gamekeeper about Sergeant Brock; north',
      caught: waiting(60),
      faced: `ask Ivo about Sergeant Brock; ${waiting(18)}; face Sergeant Brock`,
    },
  },
  {
    plot: 'debt',
    premise: 'The baker Nadia owes rent to the landlord Crick, and it is due on Friday at noon.',
    stories: {
      paid: 'ask the errand boy for money; west; open the jar; take the coins; east; north; ask the bookkeeper about the silver watch; give the silver watch to the bookkeeper; south; south; give the coins to Crick',
      void: 'ask the errand boy about Crick; east; take the register; read the register; west; south; show the register to Crick',
      bound: 'south; ask Crick about the debt; agree; no; agree; yes',
      taken: waiting(80),
    },
  },
  {
    plot: 'danger',
    premise:
      'The flood is rising and will reach the town by midnight. Old Mr Petrie refuses to leave, and his daughter Jane has packed.',
    stories: {
      saved:
        'ask Jane about the danger; west; take the marked stick; east; east; give the marked stick to Old Mr Petrie; west; north; ring the alarm bell; south; lead everybody out',
      without: 'north; ring the alarm bell; south; lead everybody out',
      held: 'south; take the crank handle; north; west; turn the wheel',
      late: waiting(80),
    },
  },
  {
    plot: 'contest',
    premise:
      'A singing contest in a mill town. The champion Rudolf Stern has never lost, my friend Lotte trusts me, and the mayor is the judge.',
    stories: {
      won: 'ask Lotte about the contest; ask Lotte to stand beside you; south; practise; north; begin; yes',
      near: 'south; practise; north; begin; yes',
      exposed:
        'north; ask Rudolf Stern about the contest; south; ask Lotte about Rudolf Stern; east; report Rudolf Stern to the mayor',
      shamed: waiting(75),
    },
  },
  {
    plot: 'sleeper',
    premise:
      'In a manor the painter Edith Vane has fallen asleep and cannot be woken. Her brother Paul sits beside her.',
    stories: {
      cured:
        'wake Edith Vane; ask Paul about Edith Vane; north; take the cup; south; east; read the book; west; south; take the sprig; steep the sprig in the cup; north; give the draught to Edith Vane; ask Edith Vane about the sleep',
      stilled: 'ask Paul about the tune; west; stop the music box; east; ask Edith Vane about the sleep',
      joined: 'west; sit down; no; sit down; yes',
      late: waiting(80),
    },
  },
  {
    plot: 'murder',
    premise:
      'In a mill the miller Abel was found stabbed at noon. The baker Cora, the carter Hob and the widow Nell were all there.',
    stories: {
      named:
        'ask Cora about Abel; east; ask Nell about that hour; west; south; ask Hob about that hour; north; east; accuse Nell; west',
      understood: 'south; west; take the cloth; east; north; east; accuse Nell; ask Nell why; west',
      silence: 'south; west; take the cloth; east; north; east; give the cloth to Nell',
      wrong: 'ask Cora about Abel; south; accuse Hob; accuse Hob',
      gone: waiting(100),
    },
  },
  {
    plot: 'heist',
    premise:
      'We are going to steal the ruby from the casino. Mona cracks safes, Theo drives, and old Kurt hates us both.',
    stories: {
      clean:
        'ask Mona about the ruby; ask Mona about Kurt; east; ask Kurt about the telephone; ask Kurt about the corner café; west; south; pull the switch; west; unlock the glass case; open the glass case; take the ruby; east; north; east',
      trapped:
        'ask Mona about the ruby; south; pull the switch; west; unlock the glass case; open the glass case; take the ruby; east; north; north',
      caught: `ask Mona about the ruby; south; west; unlock the glass case; open the glass case; take the ruby; ${waiting(9)}`,
      withdrawn: 'ask Mona about Kurt; east; ask Kurt about the telephone; call it off',
    },
  },
  {
    plot: 'reckoning',
    premise:
      'The outlaw Ben Cray comes to the ranch at noon to kill the foreman. My sister Ida loads a rifle, and the cook Lem is afraid.',
    stories: {
      held: `north; take the oak bar; south; bar the main door; south; west; ring the bell; east; north; ${waiting(9)}`,
      asked: 'east; ask the foreman about Ben Cray; west; wait; wait; ask for terms',
      yielded: 'wait; wait; step aside',
      overrun: waiting(12),
    },
  },
  {
    plot: 'siege',
    premise:
      'A fortress is besieged by General Voss. Captain Hale wants to fight, and the old bishop wants to surrender.',
    stories: {
      terms: 'east; read the captured letter; west; north; out; ask General Voss about the pay',
      slipped: 'north; take the iron bar; south; south; lift the slab; down; lead everybody away',
      sortie:
        'ask Captain Hale about fighting; east; read the captured letter; ask the old bishop about fighting; west; give the signal to break out',
      opened: 'north; out; ask General Voss about terms; in; open the gate; yes',
      fallen: waiting(85),
    },
  },
  {
    plot: 'rescue',
    premise: 'My cousin Tove is trapped in the sunken bell tower. The sexton Arne stands in the churchyard.',
    stories: {
      freed: 'east; ask the sacristan for the key; west; unlock the door; open the door',
      forced: 'ask Arne about Tove; south; take the crowbar; north; force the door',
      left: 'get away; no; get away; yes',
      late: waiting(65),
    },
  },
  {
    plot: 'escort',
    premise: 'I have to get the witness Ines across the border before dawn. The smuggler Paco waits in the barn.',
    stories: {
      across: 'ask Ines to come with you; ask Paco about the guard; north; tell the guard about the relief; north',
      alone: 'south; fire the signal rocket; north; north; north',
      seen: 'north; run for it; yes',
      late: waiting(75),
    },
  },
  {
    plot: 'making',
    premise: 'The weaver Solveig must weave a sail of wool before the fair. Her brother Nils sits by the loom.',
    player: 'Solveig',
    stories: {
      made: 'north; take the needle; south; south; take the wool; north; weave the sail; weave the sail; work on the sail',
      undone: 'north; take the needle; south; south; take the wool; north; weave the sail; undo the sail; yes',
      late: waiting(75),
    },
  },
  {
    plot: 'deed',
    premise: 'My sister Ilka and I must light the beacon before the fleet passes. The smith Rolf has the forge.',
    stories: {
      done: 'light the beacon; ask Ilka about the beacon; east; ask Rolf for the oil; west; light the beacon',
      given_up: 'give up; no; give up; yes',
      late: waiting(75),
    },
  },
  {
    plot: 'deed',
    premise:
      'We are taking the relic to the shrine at Oban in a hearse, me and the verger Colm. The hearse is old. The van has broken down in the glen.',
    stories: {
      done: 'go to Oban; ask Colm about the van; east; ask for the belt; west; repair the van; go to Oban; hand over the relic',
      late: waiting(75),
    },
  },
  {
    plot: 'confession',
    premise:
      'The manager Mrs Ode is going to sack the porter Len for the fire. I burned the store room and I have to own up before noon.',
    stories: {
      heard: 'north; own up to Mrs Ode; south; south; take the account; north; north; give the account to Mrs Ode',
      read: 'south; take the account; north; north; give the account to Mrs Ode',
      unsaid: 'north; say goodbye to Mrs Ode; yes',
    },
  },
  {
    plot: 'confession',
    premise: 'The organist Felix has loved the widow Clara for years and never told her. She leaves tomorrow.',
    player: 'Felix',
    stories: {
      heard:
        'north; tell Clara that I love her; south; south; take the letters; north; north; give the letters to Clara',
      read: 'south; take the letters; north; north; give the letters to Clara',
      unsaid: 'north; say goodbye to Clara; no; say goodbye to Clara; yes',
      late: waiting(70),
    },
  },
  {
    plot: 'promise',
    premise:
      'The farmer Bram believes that my dog killed his best hen. It was his son Piet who shot it, and he has begged me not to tell.',
    stories: {
      owned: 'ask Bram about the damage; north; ask Piet about telling it',
      told: 'tell Bram the truth; yes',
      blamed: 'take the blame; no; take the blame; yes',
      late: waiting(70),
    },
  },
]
