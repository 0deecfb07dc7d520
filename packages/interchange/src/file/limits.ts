/** The largest file that is read, in bytes. */
export const maxFileBytes = 64 * 1024 * 1024
/** The largest text that a picture or an archive may contain, in bytes: a card, packed or not. */
export const maxTextBytes = 16 * 1024 * 1024
/** The largest JSON document of a card or a lorebook, in bytes. */
export const maxJsonBytes = 8 * 1024 * 1024
/** The largest sum of the files of an archive, in bytes. */
export const maxArchiveBytes = 128 * 1024 * 1024
/** The most files of an archive. */
export const maxArchiveFiles = 2_000
/** The most entries of a lorebook. */
export const maxLoreEntries = 20_000
