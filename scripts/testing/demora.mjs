import { once } from "node:events";
import net from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Delays in ms and shares: most chunks come soon, one in twelve late; three in ten come in two pieces. */
const DEPRESSA_MS = 150;
const TARDE_MS = 2_500;
const TARDE = 0.08;
const PARTIDO = 0.3;

/** Pseudo-random numbers from 0 to 1, the same for the same seed. @param {number} seed */
function drawFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @param {() => number} draw */
function lateOf(draw) {
  const wait = () => sleep(draw() * (draw() < TARDE ? TARDE_MS : DEPRESSA_MS));
  /** @param {AsyncIterable<Buffer>} source */
  return async function* (source) {
    for await (const chunk of source) {
      await wait();
      const cut = draw() < PARTIDO ? Math.floor(draw() * chunk.length) : 0;
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
 * @param {{ later: (step: () => unknown) => void }} closing
 * @param {string} url the server's, by http
 * @param {number} seed of the random numbers; the order of the connections varies, so runs are only similar
 * @returns {Promise<string>} the proxy's address
 */
export async function openDemora(closing, url, seed) {
  const { hostname, port } = new URL(url);
  const late = lateOf(drawFrom(seed));
  const near = net.createServer({ noDelay: true }, (client) => {
    const server = net.connect({ host: hostname, port: Number(port), noDelay: true });
    // When one side closes early, destroy the other; browser and server both handle that.
    pipeline(client, late, server).catch(() => client.destroy());
    pipeline(server, late, client).catch(() => server.destroy());
  });
  const open = new Set();
  near.on("connection", (client) => {
    open.add(client);
    client.once("close", () => open.delete(client));
  });
  closing.later(() => {
    near.close();
    for (const client of open) client.destroy();
  });
  near.listen(0, "127.0.0.1");
  await once(near, "listening");
  return `http://127.0.0.1:${/** @type {net.AddressInfo} */ (near.address()).port}`;
}
