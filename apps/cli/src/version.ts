/** The version of the program, which is set when it is built. */
export const cliVersion = process.env.NARRATORIA_CLI_VERSION ?? '0.0.0'
