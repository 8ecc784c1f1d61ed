import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Requests of one connection that may wait; no browser sends a second one before the first is answered.
 */
const WAITING_MAX = 32;

type Handle = (req: IncomingMessage, res: ServerResponse) => void;
type Exchange = { req: IncomingMessage; res: ServerResponse };

/**
 * Handles one request of a connection at a time. Otherwise some 800 short pipelined requests in one
 * packet would each hold an answer in memory.
 */
export function queueRequests(handle: Handle): Handle {
  const queues = new WeakMap<Socket, Exchange[]>();
  const begin = ({ req, res }: Exchange, waiting: Exchange[]): void => {
    res.once("close", () => {
      const next = waiting.shift();
      if (next !== undefined && !next.req.socket.destroyed) begin(next, waiting);
      else if (queues.get(req.socket) === waiting) queues.delete(req.socket);
    });
    handle(req, res);
  };
  return (req, res) => {
    const waiting = queues.get(req.socket);
    if (waiting === undefined) {
      const own: Exchange[] = [];
      queues.set(req.socket, own);
      return begin({ req, res }, own);
    }
    if (waiting.length >= WAITING_MAX) return void req.socket.destroy();
    waiting.push({ req, res });
  };
}
