import { LarderError } from '@larder/core'

interface NotReadyOptions {
  readonly cause?: unknown
  /** Which node of a Cluster it is. */
  readonly node?: string | undefined
}

/** There is no connection to send to, so nothing was sent. The operation was not done and will not be. */
export class ClientNotReadyError extends LarderError {
  /**
   * The client's status as ioredis names it, such as `reconnecting`; `closed` once the store has been closed, and
   * `unknown` where a Cluster's client has no connection to the node that serves a key.
   */
  readonly status: string

  constructor(status: string, { cause, node }: NotReadyOptions = {}) {
    const which = node === undefined ? 'a client that is' : `the client of node ${node} to be`
    super(
      'LARDER_REDIS_NOT_READY',
      `redisStore: expected ${which} "ready", it is "${status}". ${advise(status, node)}`,
      { cause },
    )
    this.status = status
  }
}

function advise(status: string, node: string | undefined): string {
  if (status === 'closed') return 'The store has been closed: make another one.'
  if (node === undefined && status === 'end') {
    return 'It will not connect again, having been ended or its retryStrategy having given up: make another one.'
  }
  return 'It connects by itself as soon as it can: see that Redis runs and can be reached.'
}

/** The connection went before the answer came. Whether the operation was done is not known. */
export class ConnectionLostError extends LarderError {
  constructor(cause: unknown) {
    super(
      'LARDER_REDIS_LOST',
      'redisStore: the connection was lost before Redis answered, so the operation may or may not have been done. ' +
        'The client connects again by itself: see why Redis or the network dropped it.',
      { cause },
    )
  }
}

/** The client was made for one server, and is connected to a node of a Cluster, which serves some of the keys only. */
export class NodeOfClusterError extends LarderError {
  constructor(cause: unknown) {
    super(
      'LARDER_REDIS_CLUSTER',
      'redisStore: expected one server, this one is a node of a Cluster. Hand in an ioredis `Cluster` instead.',
      { cause },
    )
  }
}

/** The server has not given the connection the database that the URL names, so nothing is sent: it would go to another one. */
export class DatabaseRefusedError extends LarderError {
  constructor(cause: unknown) {
    super(
      'LARDER_REDIS_DATABASE',
      'redisStore: expected the database that the URL names, the server refused to select it. Nothing was sent. ' +
        'See the cause; name a database that the server has, and the user may select.',
      { cause },
    )
  }
}
