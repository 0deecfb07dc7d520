export { type AiSdkModel, fromAiSdk, type FromAiSdkOptions } from './from-ai-sdk.ts'
