// How fast an ERP reads 100 000 documents with XML over the REST feed, 200 a page.
// The reference reads the same rows by SQL on one connection, unpacks them, makes JSON. `--notas N`: fewer.
// `--rodadas N`: the median of N rounds; each reads all as it is, in gzip, and by SQL.
import http from "node:http";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { MINUTE_MS, SECOND_MS } from "@malote/syntax";
import pg from "pg";
import { API_LIMITS } from "../src/services/api-token/count-api-call.ts";
import { createErpToken } from "../tests/setup/example-erp.ts";
import { createWire, signInNewUser } from "../tests/setup/wire.ts";
import { fillFeed } from "./feed/fill-feed.ts";
import { startHttp } from "./lista/start-http.ts";

const { values: options } = parseArgs({
  options: { notas: { type: "string", default: "100000" }, rodadas: { type: "string", default: "1" } },
});
const NOTAS = Number(options.notas);
const ROUNDS = Number(options.rodadas);
const PAGE_SIZE = 200;
const MEGABYTE = 1_048_576;
let pagesOfMinute = 0;

/** One page in one statement, without quarantine, republication or the caller's permissions. */
const BARE = `SELECT f.sequencia, n.*, x.xml_gzip FROM feed f
    JOIN nota n ON n.conta_id = f.conta_id AND n.id = f.nota_id
    JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
    JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
  WHERE f.conta_id = $1 AND f.tipo = 'nota' AND f.sequencia > $2 ORDER BY f.sequencia LIMIT ${PAGE_SIZE}`;

/** Time to receive all pages, and their content. */
type DrainResult = { seconds: number; notas: number; bytes: number };

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const server = await startHttp(wire);
try {
  const ana = await signInNewUser(wire, { uf: "SP" });
  const token = await createErpToken(ana);
  const started = performance.now();
  await fillFeed(wire, { contaId: ana.contaId, notas: NOTAS });
  console.error(`${NOTAS} notas em ${Math.round((performance.now() - started) / SECOND_MS)} s`);
  const bare = (): Promise<DrainResult> => drainBare(wire.ownerUrl, ana.contaId);
  const rest = async (encoding: string): Promise<DrainResult> => {
    await waitForRateWindow();
    return await drainRest({ port: server.port, token, encoding });
  };
  // A warm-up for both: code and database pages.
  await bare();
  const rounds: [plain: DrainResult, gzip: DrainResult, bare: DrainResult][] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await rest("identity"), await rest("gzip"), await bare()]);
  const byBare = median(rounds.map(([, , drained]) => drained));
  report("com XML, 200 por página, sem compressão", median(rounds.map(([drained]) => drained)), byBare);
  report("com XML, 200 por página, em gzip", median(rounds.map(([, drained]) => drained)), byBare);
} finally {
  await server.stop();
  await wire.dispose();
}
process.disconnect?.();

/** Follows the cursor to the end, page by page. The time that the client spends on a page is not counted. */
async function drainRest(o: { port: number; token: string; encoding: string }): Promise<DrainResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const drained: DrainResult = { seconds: 0, notas: 0, bytes: 0 };
  for (let cursor = "0", more = true; more; ) {
    const asked = performance.now();
    const bytes = await requestPage(agent, o, cursor);
    drained.seconds += (performance.now() - asked) / SECOND_MS;
    drained.bytes += bytes.length;
    const text = (o.encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
    const { itens, page } = JSON.parse(text) as NotaPage;
    drained.notas += itens.filter(({ xml }) => xml !== null).length;
    cursor = page.next;
    more = page.hasMore;
  }
  agent.destroy();
  return drained;
}

type NotaPage = { itens: { xml: string | null }[]; page: { next: string; hasMore: boolean } };

async function requestPage(
  agent: http.Agent,
  { port, token, encoding }: { port: number; token: string; encoding: string },
  cursor: string,
): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const path = `/Services/rest/v1/notas?limit=${PAGE_SIZE}&incluir=xml&cursor=${cursor}`;
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": encoding };
    const request = http.get({ host: "127.0.0.1", port, agent, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${answer.statusCode}: ${bytes}`));
      });
    });
    request.on("error", reject);
  });
}

/** The minimum work: read the rows, unpack the XML, write JSON. */
async function drainBare(url: string, contaId: string): Promise<DrainResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const started = performance.now();
    const drained = await readBare(client, contaId);
    return { ...drained, seconds: (performance.now() - started) / SECOND_MS };
  } finally {
    await client.end();
  }
}

async function readBare(client: pg.Client, contaId: string): Promise<Omit<DrainResult, "seconds">> {
  let [notas, bytes] = [0, 0];
  for (let after = "0", more = true; more; ) {
    const { rows } = await client.query({ name: "bare", text: BARE, values: [contaId, after] });
    const itens = rows.map(({ xml_gzip, ...row }) => ({ ...row, xml: gunzipSync(xml_gzip).toString() }));
    bytes += Buffer.from(JSON.stringify({ itens })).length;
    notas += rows.length;
    after = rows.at(-1)?.sequencia ?? after;
    more = rows.length === PAGE_SIZE;
  }
  return { notas, bytes };
}

/** Waits for the next minute when a drain would pass the calls that a token may make in this one. */
async function waitForRateWindow(): Promise<void> {
  const pages = Math.ceil(NOTAS / PAGE_SIZE);
  if (pagesOfMinute + pages > API_LIMITS.callsMax) {
    await new Promise((resolve) => setTimeout(resolve, MINUTE_MS - (Date.now() % MINUTE_MS)));
    pagesOfMinute = 0;
  }
  pagesOfMinute += pages;
}

/** The result in the middle by time; of an even number the slower one. */
function median(results: DrainResult[]): DrainResult {
  const middle = results.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(results.length / 2)];
  if (!middle) throw new Error("at least one round");
  return middle;
}

function report(nome: string, ours: DrainResult, bare: DrainResult): void {
  for (const { notas } of [ours, bare])
    if (notas !== NOTAS) throw new Error(`${notas} of ${NOTAS} documents came`);
  console.log(
    `${nome}: ${ours.seconds.toFixed(1)} s, ${(ours.bytes / MEGABYTE).toFixed(0)} MB; direto: ${bare.seconds.toFixed(1)} s, ${(bare.bytes / MEGABYTE).toFixed(0)} MB`,
  );
  const referencia = {
    nome: "o mesmo por SQL direto, gunzip e JSON.stringify",
    valor: bare.notas / bare.seconds,
  };
  process.send?.({
    medida: { nome, unidade: "notas/s", nosso: ours.notas / ours.seconds, referencia },
  });
}
