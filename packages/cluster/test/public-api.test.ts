import { expect, test } from 'vitest'
import * as cluster from '../src/index.ts'

test('the exported names are pinned', () => {
  expect(Object.keys(cluster).toSorted()).toEqual([
    'ClusterError',
    'drainMember',
    'findPostgres',
    'metricsText',
    'openClusterHost',
    'openClusterWorker',
    'openDatabase',
    'openHealthServer',
    'openPostgresSessionStore',
    'openS3Exchange',
    'readClusterStatus',
    'startPostgres',
  ])
})
