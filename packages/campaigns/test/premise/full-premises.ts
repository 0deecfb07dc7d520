/** Premises with what must be found in their worlds: where it begins, who and what is there, and what is missed. */
export interface FullPremise {
  text: string
  place: string
  people: string[]
  things: string[]
  missing?: string
}

export const fullPremises: FullPremise[] = [
  {
    text: 'A night train is stuck in the snow in 1926. In the dining car sit Madame Orlova, a retired opera singer whose emerald brooch has vanished, and Bruno Keller, the nervous conductor. On the table lie a silver cigarette case and a torn telegram. I am an insurance detective.',
    place: 'dining car',
    people: ['Madame Orlova', 'Bruno Keller'],
    things: ['silver cigarette case', 'torn telegram'],
    missing: 'emerald brooch',
  },
  {
    text: 'A lighthouse in a winter storm. The keeper, Agnes Moor, swears the lamp was put out by hand. Her brother Tom has a bandaged wrist. On the desk are a logbook and a cracked lantern.',
    place: 'lighthouse',
    people: ['Agnes Moor', 'Tom'],
    things: ['logbook', 'cracked lantern'],
  },
  {
    text: "A mining station on the far side of the moon. The ship's doctor, Lena Ruiz, and the pilot Okoro argue in the airlock about a stolen fuel rod. A cracked helmet and a data slate lie on the bench.",
    place: 'airlock',
    people: ['Lena Ruiz', 'Okoro'],
    things: ['cracked helmet', 'data slate'],
    missing: 'fuel rod',
  },
  {
    text: 'Dust blows through Red Gulch in 1881. Sheriff Dan Mercer and the saloon owner Kate Doyle stand in the saloon over an empty strongbox. A bloody spur and a mine deed lie on the bar. The payroll is missing.',
    place: 'saloon',
    people: ['Dan Mercer', 'Kate Doyle'],
    things: ['strongbox', 'spur', 'deed'],
    missing: 'payroll',
  },
  {
    text: "In the hall of the mountain king, the court wizard Aldric and the young squire Fenna search for the king's lost crown. A singing sword hangs on the wall and a sealed scroll lies on the throne.",
    place: 'hall',
    people: ['Aldric', 'Fenna'],
    things: ['singing sword', 'sealed scroll'],
    missing: 'crown',
  },
  {
    text: 'I am the cook of a pirate ship becalmed off Tortuga. Captain Bess Hawke has lost her brass compass, and the first mate, One-Eyed Pete, says the sea took it. In the galley there are a barrel of rum and a stained map.',
    place: 'galley',
    people: ['Bess Hawke', 'Pete'],
    things: ['barrel of rum', 'stained map'],
    missing: 'brass compass',
  },
  {
    text: "At St Brannock's boarding school somebody stole the exam papers. Miss Thorne, the strict headmistress, suspects Oliver Pym, a shy pupil. In the library lie a muddy glove and a diary.",
    place: 'library',
    people: ['Miss Thorne', 'Oliver Pym'],
    things: ['muddy glove', 'diary'],
    missing: 'exam papers',
  },
  {
    text: 'It is opening night at the Orpheum theatre. The leading actor, Victor Lane, has been poisoned, and his understudy Clara Wells waits in the dressing room. A wine glass, a bouquet and a signed letter stand on the dressing table. Find out who poisoned him.',
    place: 'dressing room',
    people: ['Clara Wells'],
    things: ['wine glass', 'bouquet', 'letter'],
  },
  {
    text: 'Neon rain over Sector Nine. My friend Jax, a burned-out hacker, has disappeared. His sister Mira and a bartender called Doc are in the noodle bar. On the counter lie a broken phone and a black keycard.',
    place: 'noodle bar',
    people: ['Mira', 'Doc'],
    things: ['broken phone', 'black keycard'],
  },
  {
    text: "Brother Anselm, an old copyist, and Brother Luke, a novice, live in a monastery in 1327. The abbot's golden chalice has been stolen from the chapel. In the scriptorium there are a pot of red ink and a torn page.",
    place: 'scriptorium',
    people: ['Brother Anselm', 'Brother Luke'],
    things: ['pot of red ink', 'torn page'],
    missing: 'golden chalice',
  },
  {
    text: 'An abandoned asylum on a hill. Dr. Hale, who never left, and his last patient, Ruth Voss, wait in the ward. A rusted key and a tape recorder lie on a bed. I came to learn what happened to my mother.',
    place: 'ward',
    people: ['Hale', 'Ruth Voss'],
    things: ['rusted key', 'tape recorder'],
  },
  {
    text: "A travelling circus in the rain. Zelda the fortune teller and Marco, a knife thrower with a limp, quarrel in the big tent because the elephant's jewelled collar is gone. There is a cracked crystal ball and a ticket stub on the sawdust.",
    place: 'big tent',
    people: ['Zelda', 'Marco'],
    things: ['cracked crystal ball', 'ticket stub'],
    missing: 'collar',
  },
  {
    text: 'A research base in Antarctica cut off by a blizzard; the radio has been smashed. Chief Ingrid Solberg and the cook, Pavel Dusek, sit in the mess room. A wrench and a weather chart lie on the stove. I must find out who smashed the radio.',
    place: 'mess room',
    people: ['Ingrid Solberg', 'Pavel Dusek'],
    things: ['wrench', 'weather chart'],
  },
  {
    text: "Grandma Wu's prize pumpkin has been stolen the night before the village fair! In her kitchen sit Grandma Wu and her neighbour, Mr. Pettigrew. A wheelbarrow and a muddy boot stand by the door. I am ten years old and want to be a detective.",
    place: 'kitchen',
    people: ['Grandma Wu', 'Pettigrew'],
    things: ['muddy boot', 'wheelbarrow'],
    missing: 'pumpkin',
  },
  {
    text: 'Cairo, 1922. Professor Edith Crane and her foreman Hassan Nour opened the tomb yesterday; this morning the jade scarab is missing. In the excavation tent are a paintbrush, an oil lamp and a telegram.',
    place: 'excavation tent',
    people: ['Edith Crane', 'Hassan Nour'],
    things: ['paintbrush', 'oil lamp', 'telegram'],
    missing: 'jade scarab',
  },
  {
    text: 'An office on a Sunday night. Priya Nair, the accountant, says that her laptop was taken, and Greg Holt, the security guard, has a scratched face. On the reception desk lie a visitor badge and a coffee cup.',
    place: 'office',
    people: ['Priya Nair', 'Greg Holt'],
    things: ['visitor badge', 'coffee cup'],
    missing: 'laptop',
  },
  {
    text: 'A vineyard in Burgundy during the harvest. Old Henri, the cellar master, found a dead stranger in the wine cellar. His daughter Colette knows more than she says. A corkscrew and a bloodstained receipt lie on a cask.',
    place: 'wine cellar',
    people: ['Colette'],
    things: ['corkscrew', 'bloodstained receipt'],
  },
  {
    text: 'A submarine in 1943. Commander Nils Berg and the radio operator Ida Holm sit in the control room. The code book has been stolen. On the chart table lie a pocket watch and a sealed envelope.',
    place: 'control room',
    people: ['Nils Berg', 'Ida Holm'],
    things: ['pocket watch', 'sealed envelope'],
    missing: 'code book',
  },
]
