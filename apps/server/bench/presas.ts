// Memory of the HTTP process when clients request a document but read nothing; time of /saude meanwhile.
// `--leitores N`: such clients; `--mb N`: size of the document; `--s N`: how long they stay.
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { openContaFixture, writeCopy } from "../tests/setup/nota-copies.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../tests/setup/wire.ts";
import { startHttp } from "./lista/start-http.ts";

const { values: options } = parseArgs({
  options: {
    leitores: { type: "string", default: "40" },
    mb: { type: "string", default: "30" },
    s: { type: "string", default: "90" },
  },
});
const MEBIBYTE = 1_048_576;
const WARM_UP = 5;
const READERS = Number(options.leitores);

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;
const wire = await createWire();
const server = await startHttp(wire);
try {
  const installation = await openContaFixture(wire);
  const ana = await signInNewUser(wire, { conta: installation });
  const id = await keepLarge(wire, ana, installation);
  // A warm-up: code is compiled and connections are open before the measurement.
  for (let n = 0; n < WARM_UP; n++) {
    await readWhole(id, ana);
    await probe();
  }
  const before = rss(server.pid);
  const sockets: net.Socket[] = [];
  const answers: number[] = [];
  let most = before;
  for (let n = 0; n < READERS; n++) sockets.push(await askAndIgnore(id, ana));
  const end = performance.now() + Number(options.s) * 1_000;
  let nextProbe = 0;
  while (performance.now() < end) {
    most = Math.max(most, rss(server.pid));
    if (performance.now() > nextProbe) {
      answers.push(await probe());
      nextProbe = performance.now() + 1_000;
    }
    await sleep(50);
  }
  const open = await countOpen(sockets);
  report("memória no pior instante", "MB", { nosso: most, baseline: before });
  report(`memória depois de ${options.s} s`, "MB", { nosso: rss(server.pid), baseline: before });
  report("conexões que não leem, ainda abertas", "", { nosso: open, baseline: READERS });
  report("/saude, a mais lenta", "ms", { nosso: Math.max(...answers), baseline: Math.min(...answers) });
  for (const socket of sockets) socket.destroy();
} finally {
  await server.stop();
  await wire.dispose();
}
process.disconnect?.();

function report(
  nome: string,
  unidade: string,
  { nosso, baseline }: { nosso: number; baseline: number },
): void {
  const referencia = { nome: "sem leitores parados", valor: baseline };
  process.send?.({ medida: { nome, unidade, nosso, referencia } });
}

/** Stores one nota whose XML has the size of --mb. */
async function keepLarge(
  { asOwner }: Wire,
  { contaId }: SignedInUser,
  installation: Awaited<ReturnType<typeof openContaFixture>>,
): Promise<string> {
  await installation.receive([writeCopy({})]);
  const xml = gzipSync(Buffer.alloc(Number(options.mb) * MEBIBYTE, "<a>malote</a>"));
  await asOwner("UPDATE documento_xml SET xml_gzip = $2 WHERE conta_id = $1", [contaId, xml]);
  const [nota] = await asOwner<{ id: string }>("SELECT id FROM nota WHERE conta_id = $1", [contaId]);
  return nota?.id ?? "";
}

async function askAndIgnore(id: string, { token }: SignedInUser): Promise<net.Socket> {
  const socket = net.connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.pause();
  socket.write(
    `GET /Services/downloadDFe?id=${id} HTTP/1.1\r\nHost: malote\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

async function readWhole(id: string, { token }: SignedInUser): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  const response = await fetch(`http://127.0.0.1:${server.port}/Services/downloadDFe?id=${id}`, { headers });
  if (response.status !== 200) throw new Error(`the file came with ${response.status}`);
  await response.arrayBuffer();
}

/** @returns response time of /saude, in ms */
async function probe(): Promise<number> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/saude`);
  if (response.status !== 200) throw new Error(`/saude said ${response.status}`);
  return performance.now() - began;
}

/** Counts connections that the server left open, after reading what the system buffers for the others. */
async function countOpen(sockets: readonly net.Socket[]): Promise<number> {
  for (const socket of sockets) socket.resume();
  await sleep(1_000);
  return sockets.filter(({ closed, readableEnded }) => !closed && !readableEnded).length;
}

/** Resident memory of a process, in MB. */
function rss(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(line?.[1] ?? 0) / 1_024);
}
