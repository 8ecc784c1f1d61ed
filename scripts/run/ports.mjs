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

/** @returns {Promise<number>} a port that is free now on loopback */
export const anyPort = async () => (await tryPort(0, "127.0.0.1")) ?? 0;

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
