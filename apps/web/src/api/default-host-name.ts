/** The name of the person at the server who has not chosen one. */
export const defaultHostName = 'Host'
