export { type AnswerProblem, type Character, type CharacterAnswers, createCharacter } from './create-character.ts'
export { type CharacterQuestion, questionsOf } from './questions.ts'
export { PlayerTemplate } from './template.ts'
