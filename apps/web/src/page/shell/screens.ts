import { codeOf } from '../loading/code-of.ts'

/** The screens beside the narrative. Their code is loaded once a story is shown, so that they open without the server. */
export const screens = {
  home: codeOf(async () => (await import('../home/home-screen.tsx')).HomeScreen),
  tools: codeOf(async () => (await import('../screens/tools-screen.tsx')).ToolsScreen),
  assets: codeOf(async () => (await import('../screens/assets-screen.tsx')).AssetsScreen),
  state: codeOf(async () => (await import('../screens/state-screen.tsx')).StateScreen),
  skills: codeOf(async () => (await import('../screens/skills-screen.tsx')).SkillsScreen),
}
