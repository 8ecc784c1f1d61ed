/** Longest wait for a free connection, in ms. */
export const POOL_WAIT_MS = 5_000;
/** Default number of connections of one process. */
export const POOL_MAX = 10;
/** Longest wait of a conta for its turn to begin a transaction, in ms. */
export const TX_WAIT_MS = 5_000;
/** Longest single statement, in ms; the database cancels it. */
export const STATEMENT_TIMEOUT_MS = 15_000;
/** Longest wait for the result of a statement, in ms: a frozen database cancels nothing itself. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 3_000;
/** Longest idle time in an open transaction, in ms; the database ends the connection. */
export const IDLE_IN_TX_MS = 30_000;
/** Queued transactions of one conta in one process. */
export const SHARE_WAITING_MAX = 256;
/** Least connections per conta in a process: a thread's two serve one conta alone. */
export const SHARE_MIN = 2;
