import { once } from "node:events";
import net from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "./random.mjs";

/** Delays in ms and shares: most chunks come soon, one in twelve late; three in ten come in two pieces. */
const FAST_MS = 150;
const LATE_MS = 2_500;
const LATE_SHARE = 0.08;
const SPLIT_SHARE = 0.3;

/** @param {() => number} random */
function delayChunks(random) {
  const wait = () => sleep(random() * (random() < LATE_SHARE ? LATE_MS : FAST_MS));
  /** @param {AsyncIterable<Buffer>} source */
  return async function* (source) {
    for await (const chunk of source) {
      await wait();
      const cut = random() < SPLIT_SHARE ? Math.floor(random() * chunk.length) : 0;
      if (cut > 0) {
        yield chunk.subarray(0, cut);
        await wait();
      }
      yield chunk.subarray(cut);
    }
  };
}

/**
 * A proxy that simulates a slow network before a server: nothing is lost or changed, but parallel answers
 * come late, in pieces and out of order. It exposes code that works only with fast answers.
 * @param {import("../run/cleanup.mjs").CleanupSteps} cleanup
 * @param {string} url the server's, by http
 * @param {number} seed of the random numbers; the order of the connections varies, so runs are only similar
 * @returns {Promise<string>} the proxy's address
 */
export async function openSlowNetwork(cleanup, url, seed) {
  const { hostname, port } = new URL(url);
  const delayed = delayChunks(createRandom(seed));
  const proxy = net.createServer({ noDelay: true }, (client) => {
    const server = net.connect({ host: hostname, port: Number(port), noDelay: true });
    // When one side closes early, destroy the other; browser and server both handle that.
    pipeline(client, delayed, server).catch(() => client.destroy());
    pipeline(server, delayed, client).catch(() => server.destroy());
  });
  const open = new Set();
  proxy.on("connection", (client) => {
    open.add(client);
    client.once("close", () => open.delete(client));
  });
  cleanup.defer(() => {
    proxy.close();
    for (const client of open) client.destroy();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return `http://127.0.0.1:${/** @type {net.AddressInfo} */ (proxy.address()).port}`;
}
