const KIBIBYTE = 1_024;
const MEBIBYTE = 1_048_576;

/** Bounds of the connections of one port. */
export type ConnectionLimits = {
  /** Open connections in all, and of one network (an IPv4 address, an IPv6 /64). */
  max: number;
  ofOne: number;
};

/**
 * 2 048 idle connections take some 80 MB; eight networks are needed to fill them, and then the largest loses its idle ones.
 * A network that may be an office of 40 browsers, with six connections each, stays below 256.
 */
export const HTTP_CONNECTIONS: ConnectionLimits = { max: 2_048, ofOne: 256 };

/** A TLS connection takes more than twice as much. */
export const FEED_CONNECTIONS: ConnectionLimits = { max: 1_024, ofOne: 128 };

/** Bounds of the requests and answers of one port. Bytes are those that wait in our memory for a client to read. */
export type AnswerLimits = {
  /** Requests in progress of one network; those behind a trusted proxy count by the address it forwards. */
  requestsOfOne: number;
  /** Waiting bytes in all, and of one network. */
  bytes: number;
  bytesOfOne: number;
  /** Longest time in which no waiting byte leaves, in ms: for an answer that is in memory, and for a file that is read as it is sent. */
  stallMs: number;
  streamStallMs: number;
  /** The same for a network that holds more than its bytes. */
  pressedMs: number;
  /** Lowest average rate in bytes per second, and the time before it is judged, in ms. */
  rateMin: number;
  graceMs: number;
};

/**
 * One network holds at most 64 MB, and what its requests in progress add; 256 MB in all is half of what a process of 512 MB may spend.
 * @NOTE Linux shows progress in steps of a third of a send buffer of up to 4 MB: 60 s see any client that reads 25 KB/s.
 */
export const ANSWERS: AnswerLimits = {
  requestsOfOne: 256,
  bytes: 256 * MEBIBYTE,
  bytesOfOne: 64 * MEBIBYTE,
  stallMs: 60_000,
  streamStallMs: 120_000,
  pressedMs: 15_000,
  rateMin: 4 * KIBIBYTE,
  graceMs: 60_000,
};
