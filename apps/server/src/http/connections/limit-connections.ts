import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type Network, networksOfIp } from "../../services/rate-limit/network.rules.ts";
import type { ConnectionLimits } from "./limits.ts";

/** Refused connections that wait to be answered, and the longest wait of each, in ms. */
const REFUSED_MAX = 64;
const REFUSED_MS = 2_000;

/** networks: those of its address, smallest first. */
type Connection = { socket: Socket; networks: readonly Network[]; busy: boolean };

/** Connections of one port. */
export type Connections = {
  /** Open connections. */
  count(): number;
  /** Whether the connection exceeded a limit: its request is refused and it is closed. */
  isRefused(socket: Socket): boolean;
  /** Marks a connection as serving a request: a busy one is not closed to make room. */
  setBusy(socket: Socket, busy: boolean): void;
};

/**
 * isProxy: a peer that forwards for many and has no limit of its own. answers: whether a refused
 * connection gets a response.
 */
type Options = { isProxy(address: string): boolean; answers: boolean; onRefusal(): void };

/**
 * Limits the connections of a server, in total and per network. When the total is reached, the
 * largest network loses its oldest idle connection. A new connection of that network is refused.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, o: Options): Connections {
  const open = new Map<string, Connection>();
  const counts = new Map<string, number>();
  const refusals = createRefusals(o);
  const keep = (socket: Socket, networks: readonly Network[]): void => {
    const key = keyOf(socket);
    open.set(key, { socket, networks, busy: false });
    for (const { name } of networks) counts.set(name, (counts.get(name) ?? 0) + 1);
    socket.once("close", () => {
      // A new connection may already use the same port.
      if (open.get(key)?.socket === socket) open.delete(key);
      for (const { name } of networks) {
        const left = (counts.get(name) ?? 1) - 1;
        if (left > 0) counts.set(name, left);
        else counts.delete(name);
      }
    });
  };
  const admits = (address: string, networks: readonly Network[]): boolean => {
    const isFull = (network: Network): boolean => (counts.get(network.name) ?? 0) >= limitOf(network, limits);
    if (!o.isProxy(address) && networks.some(isFull)) return false;
    return open.size < limits.max || makeRoom({ open, counts }, networks);
  };
  // Runs before Node's own listener, so that a refusal is known when the first request arrives.
  server.prependListener("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    const networks = networksOfIp(remoteAddress);
    if (admits(remoteAddress, networks)) keep(socket, networks);
    else refusals.refuse(socket);
  });
  return {
    count: () => open.size,
    isRefused: refusals.isRefused,
    setBusy: (socket, busy) => {
      const connection = open.get(keyOf(socket));
      if (connection !== undefined) connection.busy = busy;
    },
  };
}

/** Closes refused connections; some of them wait for their request, so that it gets a response. */
function createRefusals({ answers, onRefusal }: Options) {
  const refused = new WeakSet<Socket>();
  let waiting = 0;
  const refuse = (socket: Socket): void => {
    onRefusal();
    if (!answers || waiting >= REFUSED_MAX) return void socket.destroy();
    refused.add(socket);
    waiting += 1;
    const late = setTimeout(() => socket.destroy(), REFUSED_MS);
    socket.once("close", () => {
      clearTimeout(late);
      waiting -= 1;
    });
  };
  return { refuse, isRefused: (socket: Socket): boolean => refused.has(socket) };
}

/** Connection limit of a network: a /56 and a /48 have more than a /64, and at most half of all. */
function limitOf({ factor: times }: Network, { max, ofOne }: ConnectionLimits): number {
  return times === 1 ? ofOne : Math.min(ofOne * times, Math.floor(max / 2));
}

type All = { open: ReadonlyMap<string, Connection>; counts: ReadonlyMap<string, number> };

/** Closes the oldest idle connection of the largest network.   @returns whether there is room now */
function makeRoom({ open, counts }: All, newcomer: readonly Network[]): boolean {
  const [largest] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0]);
  const isOf = (networks: readonly Network[]): boolean => networks.some(({ name }) => name === largest);
  if (isOf(newcomer)) return false;
  const oldest = [...open.values()].find(({ networks, busy }) => !busy && isOf(networks));
  oldest?.socket.destroy();
  return oldest !== undefined;
}

/** The same key for a TLS connection and the TCP connection below it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
