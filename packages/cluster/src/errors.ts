import { NarratoriaError } from '@narratoria/protocol'

/** The code of an error of the cluster. */
export type ClusterErrorCode =
  | 'database_unreachable'
  | 'pooler_refused'
  | 'key_missing'
  | 'package_missing'
  | 'invalid_url'
  | 'exchange_unreachable'
  | 'unknown_member'

/** A call that the cluster refused, or a database that it cannot use. */
export class ClusterError extends NarratoriaError<ClusterErrorCode> {
  static override readonly className: string = 'ClusterError'
}
