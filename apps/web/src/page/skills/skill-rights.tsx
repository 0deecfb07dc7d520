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
      {origin && <p>{addedFrom(origin)}</p>}
      {origin?.changed && <p role="alert">{t('Its folder changed after it was added, so it is not used.')}</p>}
      <p>{rights[runs]}</p>
      {runs !== 'nothing' && (
        <ul className="quiet">
          <li>{t('Programs: {names}', { names: programs.join(', ') })}</li>
          <li>{network ? t('Network: yes') : t('Network: no')}</li>
          <li>
            {variables.length > 0
              ? t('Environment variables: {names}', { names: variables.join(', ') })
              : t('Environment variables: none')}
          </li>
        </ul>
      )}
    </section>
  )
}

function addedFrom({ kind, source, addedAt }: NonNullable<SkillDetail['origin']>): string {
  const values = { date: addedAt.slice(0, 10), source }
  switch (kind) {
    case 'package':
      return t('Added on {date} from the package {source}.', values)
    case 'folder':
      return t('Added on {date} from the folder {source}.', values)
    case 'archive':
      return t('Added on {date} from the archive {source}.', values)
  }
}
