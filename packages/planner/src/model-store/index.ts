export type { DownloadProgress } from './download.ts'
export { ModelStore, type ModelStoreOptions, type PullOptions, type StoredModel } from './model-store.ts'
export { type RecommendedModel, recommendedModels } from './recommended.ts'
export { ModelStoreError, type ModelStoreErrorCode } from './store-error.ts'
