/** The command line is wrong. Its message says what was expected. */
export class UsageError extends Error {}
