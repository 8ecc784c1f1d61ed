/** Longest wait for a free connection, in ms. */
export const POOL_WAIT_MS = 5_000;
/** Connections of one process unless it asks for another number. */
export const POOL_MAX = 10;
/** Longest wait for a Prisma transaction to begin, in ms. */
export const TX_WAIT_MS = 5_000;
/** Longest life of a Prisma transaction, in ms. */
export const TX_TIMEOUT_MS = 20_000;
/** Longest single statement, in ms; the database itself ends it. */
export const STATEMENT_TIMEOUT_MS = 15_000;
/** Longest wait for an answer to a statement, in ms: a database that is frozen ends nothing itself. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 3_000;
/** Longest silence inside an open transaction, in ms; the database ends the connection. */
export const IDLE_IN_TX_MS = 30_000;
/** Transactions of one conta that wait for their turn in one process. */
export const SHARE_WAITING_MAX = 256;
/** Connections of one conta in a process however few it has: that of a thread works for one conta alone. */
export const SHARE_MIN = 2;
