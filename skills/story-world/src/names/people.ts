import { pick } from './choose-name.ts'

const women =
  'Ada Agnes Alba Beatrix Brida Cass Clea Dagny Delphine Edda Elke Enid Esme Freya Greta Hanne Ida Ines Iris Jorun Katja Lena Linnea Lotte Maren Marta Mila Nadia Nell Odile Petra Quill Runa Sabine Signe Tamsin Thea Ursula Vesna Wilma Yrsa Zora'.split(
    ' ',
  )
const men =
  'Abel Anton Aldo Bastian Bram Caspar Corin Dorian Edgar Emil Falk Gideon Hugo Ivo Jonas Jasper Kaspar Leif Lorenz Lukas Magnus Matthis Niko Oskar Osric Pavel Piet Quentin Rasmus Roland Rurik Silas Stellan Tobias Tomas Ulric Viktor Willem Wystan Yorick Zeno'.split(
    ' ',
  )
const families =
  'Aldous Ambrey Barrow Beck Brandt Calloway Carrow Castel Dahl Devane Drummond Eckhart Ellery Fane Farrow Finch Garrick Gray Hale Hartmann Holloway Ibsen Ivers Jarrow Keane Kestrel Lange Larkin Lund Mercer Moreau Nash Norwood Oakes Orlov Pell Quist Rook Rowe Sable Selwyn Strand Tallis Thorne Tully Underhill Vale Varga Voss Ward Whitlock Yarrow'.split(
    ' ',
  )

export function makePerson(random: () => number, pronouns?: string): { name: string; pronouns: string } {
  const chosen = pronouns ?? (random() < 0.5 ? 'she' : 'he')
  const first = chosen === 'she' ? women : chosen === 'he' ? men : random() < 0.5 ? women : men
  return { name: `${pick(first, random)} ${pick(families, random)}`, pronouns: chosen }
}

/** The pronoun of a first name from these lists; `they` for other names. */
export function pronounsOf(name: string): string {
  const first = name.trim().split(/\s+/)[0] ?? ''
  return women.includes(first) ? 'she' : men.includes(first) ? 'he' : 'they'
}
