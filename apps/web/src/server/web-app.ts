import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'

/** The Hono app of the server. */
export type WebApp = Hono<{ Bindings: HttpBindings }>
export type WebContext = Context<{ Bindings: HttpBindings }>
