import net from "node:net";
import { CommandError, reportProgress } from "../setup/log.mjs";

const TRIES = 100;

/** @param {number} port 0 = any @param {string} host @returns {Promise<number | null>} null if it is taken */
function tryPort(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const { port: found } = /** @type {net.AddressInfo} */ (server.address());
      server.close(() => resolve(found));
    });
  });
}

/** Ports that no system gives to outgoing connections: those of Linux begin at 32 768. */
const LISTENING = { from: 10_000, to: 32_000 };

/**
 * A port that is free now on loopback. Not one that the system gives: it might give the same to an outgoing
 * connection before its program listens.
 * @returns {Promise<number>}
 */
export async function anyPort() {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = LISTENING.from + Math.floor(Math.random() * (LISTENING.to - LISTENING.from));
    if ((await tryPort(port, "127.0.0.1")) !== null) return port;
  }
  throw new CommandError(`Não há porta livre entre ${LISTENING.from} e ${LISTENING.to}.`);
}

/**
 * Returns the wanted port or, unless the operator set it explicitly, the next free one.
 * @param {{ wanted: number, variable: string, isExplicit: boolean, host?: string, quiet?: boolean }} request
 *   variable: its name in the environment; isExplicit: set explicitly; quiet: do not report another port
 * @throws {CommandError} when a port that was set explicitly is taken
 */
export async function choosePort({ wanted, variable, isExplicit, host = "127.0.0.1", quiet = false }) {
  for (let port = wanted; port < wanted + TRIES && port < 65_536; port++) {
    const found = await tryPort(port, host);
    if (found !== null) {
      if (found !== wanted && wanted !== 0 && !quiet)
        reportProgress(`a porta ${wanted} (${variable}) está ocupada: uso a ${found}`);
      return found;
    }
    if (isExplicit) {
      throw new CommandError(
        `A porta ${wanted} (${variable}) está ocupada. Escolha outra: ${variable}=${wanted + 1} npm start`,
      );
    }
  }
  throw new CommandError(`Não há porta livre entre ${wanted} e ${wanted + TRIES - 1} (${variable}).`);
}
