export * from './types.ts'
export * from './state.ts'
export * from './act.ts'
