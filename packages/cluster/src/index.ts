export type { Database, ProcessLocks, Statements, Subscription } from './database/database.ts'
export { type DatabaseOptions, openDatabase } from './database/pg-database.ts'
export { ClusterError, type ClusterErrorCode } from './errors.ts'
export { openPostgresSessionStore, type PostgresStoreOptions } from './store/open-postgres-store.ts'
export type { PostgresSessionStore } from './store/postgres-store.ts'
export { type ClusterHost, type ClusterHostOptions, type HostParts, openClusterHost } from './process/cluster-host.ts'
export { type ClusterWorker, type ClusterWorkerOptions, openClusterWorker } from './process/cluster-worker.ts'
export type { ClusterOptions } from './process/join-cluster.ts'
export type { AssetExchange } from './tools/asset-exchange.ts'
export { openS3Exchange, type S3ExchangeOptions } from './tools/s3-exchange.ts'
export type { LiveEvent } from './turns/turn-rows.ts'
export { findPostgres } from './server/find-postgres.ts'
export { type PostgresServer, type ServerOptions, startPostgres } from './server/postgres-server.ts'
export {
  type ClusterStatus,
  drainMember,
  type MemberStatus,
  type QueueStatus,
  readClusterStatus,
} from './status/cluster-status.ts'
export { type HealthServer, type HealthSource, openHealthServer } from './status/health-server.ts'
export { metricsText } from './status/metrics.ts'
