import { t } from '../language/text.ts'
import type { SkillDetail } from '../../api/skill-resources.ts'

const rights = {
  nothing: t('It runs nothing. Models read its text.'),
  in_sandbox: t('Its programs run in a sandbox: they see their own folder and data, and no other file of yours.'),
  as_user: t('Its programs run with your rights: they can read and write what you can.'),
} as const

/** Where a skill comes from, what it asks for, and with which rights its programs run. */
export function SkillRights({ skill: { demands, origin } }: { skill: Pick<SkillDetail, 'demands' | 'origin'> }) {
  const { programs, runs, network, variables } = demands
  return (
    <section>
      <h3>{t('Origin and rights')}</h3>
      {origin && (
        <p>
          Added on {origin.addedAt.slice(0, 10)} from the {origin.kind} {origin.source}.
        </p>
      )}
      {origin?.changed && <p role="alert">{t('Its folder changed after it was added, so it is not used.')}</p>}
      <p>{rights[runs]}</p>
      {runs !== 'nothing' && (
        <ul className="quiet">
          <li>Programs: {programs.join(', ')}</li>
          <li>Network: {network ? 'yes' : 'no'}</li>
          <li>Environment variables: {variables.join(', ') || 'none'}</li>
        </ul>
      )}
    </section>
  )
}
