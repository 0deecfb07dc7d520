import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'

export type WebApp = Hono<{ Bindings: HttpBindings }>
export type WebContext = Context<{ Bindings: HttpBindings }>
