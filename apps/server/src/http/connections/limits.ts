import { MINUTE_MS } from "@malote/syntax";

const KIBIBYTE = 1_024;
const MEBIBYTE = 1_048_576;

/** Limits of the connections of one port. */
export type ConnectionLimits = {
  /** Open connections in total, and of one network (an IPv4 address, an IPv6 /64). */
  max: number;
  ofOne: number;
};

/**
 * 2 048 idle connections take about 80 MB; eight networks are needed to reach that, and then the
 * largest loses its idle ones. An office of 40 browsers with six connections each stays below 256.
 */
export const HTTP_CONNECTIONS: ConnectionLimits = { max: 2_048, ofOne: 256 };

/** A TLS connection takes more than twice the memory. */
export const FEED_CONNECTIONS: ConnectionLimits = { max: 1_024, ofOne: 128 };

/**
 * Limits of the requests and answers of one port. Bytes
 * are those that wait in memory for a client to read.
 */
export type AnswerLimits = {
  /** Requests in progress of one network; behind a trusted proxy, of the forwarded address. */
  requestsOfOne: number;
  /** Waiting bytes in total, and of one network. */
  bytes: number;
  bytesOfOne: number;
  /** Longest time without progress, in ms: for an answer in memory, and for a streamed file. */
  stallMs: number;
  streamStallMs: number;
  /** The same for a network over its bytes. */
  pressedMs: number;
  /** Lowest average rate in bytes per second, and the time before it is checked, in ms. */
  rateMin: number;
  graceMs: number;
};

/**
 * One network holds at most 64 MB plus its requests in progress;
 * 256 MB in total is half the budget of a 512 MB process.
 * @NOTE Linux reports progress in steps of a third of a send
 * buffer of up to 4 MB: 60 s detect any client that reads 25 KB/s.
 */
export const ANSWERS: AnswerLimits = {
  requestsOfOne: 256,
  bytes: 256 * MEBIBYTE,
  bytesOfOne: 64 * MEBIBYTE,
  stallMs: 60_000,
  streamStallMs: 2 * MINUTE_MS,
  pressedMs: 15_000,
  rateMin: 4 * KIBIBYTE,
  graceMs: 60_000,
};
