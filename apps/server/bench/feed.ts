// How fast an ERP reads 100 000 documents with XML over the REST feed, 200 a page.
// The reference reads the same rows by SQL on one connection, unpacks them, makes JSON. `--notas N`: fewer.
import http from "node:http";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { createErpToken } from "../tests/erp.ts";
import { createWire, enter } from "../tests/wire.ts";
import { fillFeed } from "./feed/acervo.ts";
import { startHttp } from "./lista/servidor.ts";

const { values: opcoes } = parseArgs({ options: { notas: { type: "string", default: "100000" } } });
const NOTAS = Number(opcoes.notas);
const PAGINA = 200;
const MEGABYTE = 1_048_576;
const SEGUNDO_MS = 1_000;

/** One page in one statement, without quarantine, republication or the caller's permissions. */
const BARE = `SELECT f.sequencia, n.*, x.xml_gzip FROM feed f
    JOIN nota n ON n.conta_id = f.conta_id AND n.id = f.nota_id
    JOIN documento d ON d.conta_id = n.conta_id AND d.id = n.documento_id
    JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
  WHERE f.conta_id = $1 AND f.tipo = 'nota' AND f.sequencia > $2 ORDER BY f.sequencia LIMIT ${PAGINA}`;

/** Time to receive all pages, and their content. */
type Drenado = { segundos: number; notas: number; bytes: number };

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const server = await startHttp(wire);
try {
  const ana = await enter(wire, { uf: "SP" });
  const token = await createErpToken(ana);
  const started = performance.now();
  await fillFeed(wire, { contaId: ana.contaId, notas: NOTAS });
  console.error(`${NOTAS} notas em ${Math.round((performance.now() - started) / SEGUNDO_MS)} s`);
  // A warm-up for both: code and database pages.
  const bare = (): Promise<Drenado> => drainBare(wire.config.databaseUrl, ana.contaId);
  const rest = (encoding: string): Promise<Drenado> => drainRest({ port: server.port, token, encoding });
  await bare();
  report("com XML, 200 por página, sem compressão", await rest("identity"), await bare());
  await waitForJanela();
  report("com XML, 200 por página, em gzip", await rest("gzip"), await bare());
} finally {
  await server.stop();
  await wire.dispose();
}
process.disconnect?.();

/** Follows the cursor to the end, page by page. The time that the client spends on a page is not counted. */
async function drainRest(o: { port: number; token: string; encoding: string }): Promise<Drenado> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const drenado: Drenado = { segundos: 0, notas: 0, bytes: 0 };
  for (let cursor = "0", more = true; more; ) {
    const asked = performance.now();
    const bytes = await ask(agent, o, cursor);
    drenado.segundos += (performance.now() - asked) / SEGUNDO_MS;
    drenado.bytes += bytes.length;
    const text = (o.encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
    const { itens, page } = JSON.parse(text) as Pagina;
    drenado.notas += itens.filter(({ xml }) => xml !== null).length;
    cursor = page.next;
    more = page.hasMore;
  }
  agent.destroy();
  return drenado;
}

type Pagina = { itens: { xml: string | null }[]; page: { next: string; hasMore: boolean } };

async function ask(
  agent: http.Agent,
  { port, token, encoding }: { port: number; token: string; encoding: string },
  cursor: string,
): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const path = `/Services/rest/v1/notas?limit=${PAGINA}&incluir=xml&cursor=${cursor}`;
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
async function drainBare(url: string, contaId: string): Promise<Drenado> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const started = performance.now();
    const drenado = await readBare(client, contaId);
    return { ...drenado, segundos: (performance.now() - started) / SEGUNDO_MS };
  } finally {
    await client.end();
  }
}

async function readBare(client: pg.Client, contaId: string): Promise<Omit<Drenado, "segundos">> {
  let [notas, bytes] = [0, 0];
  for (let depois = "0", more = true; more; ) {
    const { rows } = await client.query({ name: "bare", text: BARE, values: [contaId, depois] });
    const itens = rows.map(({ xml_gzip, ...row }) => ({ ...row, xml: gunzipSync(xml_gzip).toString() }));
    bytes += Buffer.from(JSON.stringify({ itens })).length;
    notas += rows.length;
    depois = rows.at(-1)?.sequencia ?? depois;
    more = rows.length === PAGINA;
  }
  return { notas, bytes };
}

/** Waits for the next minute: a token may make a limited number of calls per minute. */
async function waitForJanela(): Promise<void> {
  const MINUTO_MS = 60_000;
  await new Promise((resolve) => setTimeout(resolve, MINUTO_MS - (Date.now() % MINUTO_MS)));
}

function report(nome: string, ours: Drenado, bare: Drenado): void {
  for (const { notas } of [ours, bare])
    if (notas !== NOTAS) throw new Error(`${notas} of ${NOTAS} documents came`);
  console.log(
    `${nome}: ${ours.segundos.toFixed(1)} s, ${(ours.bytes / MEGABYTE).toFixed(0)} MB; direto: ${bare.segundos.toFixed(1)} s, ${(bare.bytes / MEGABYTE).toFixed(0)} MB`,
  );
  const referencia = {
    nome: "o mesmo por SQL direto, gunzip e JSON.stringify",
    valor: bare.notas / bare.segundos,
  };
  process.send?.({
    medida: { nome, unidade: "notas/s", nosso: ours.notas / ours.segundos, referencia },
  });
}
