/** For all loaders: long, since the embedded database works in the thread that serves the requests. */
export const timeout = '10s'
