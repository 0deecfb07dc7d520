import { NarratoriaError } from '@narratoria/protocol'

/** The code of an error about an MCP server. */
export type McpErrorCode =
  | 'invalid_config'
  | 'unknown_server'
  | 'name_taken'
  | 'variable_missing'
  | 'server_unavailable'

/** An MCP server that cannot be used, or a configuration that is not valid. */
export class McpError extends NarratoriaError<McpErrorCode> {
  static override readonly className: string = 'McpError'
}
