/** The folder in a campaign with the files of its card. */
export const cardFiles = 'card'
