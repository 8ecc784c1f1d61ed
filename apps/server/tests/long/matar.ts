// `npm run test:long -- matar [faults] [seed] [kind]`: injects faults while e-mails are ingested;
// every document must be stored exactly once. Kinds: morte (kill -9 of the worker), fila and redis
// (the queue is emptied), banco (PostgreSQL restarts); all of them unless one is named.
import { strikeCasa } from "../matar.ts";
import { GOLPES, type Golpe } from "../matar-golpes.ts";

const MENSAGENS_POR_GOLPE = 40;
/** One fault of each other kind per this many kills. */
const OUTROS = 5;

const golpes = Number(process.argv[2] ?? 50);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const asked = GOLPES.find((golpe) => golpe === process.argv[4]);

async function prove(golpe: Golpe): Promise<boolean> {
  if (golpe === "redis" && !process.env.TEST_REDIS_URL) {
    console.log("pulado: redis (não há redis-server nesta máquina)");
    return true;
  }
  const started = performance.now();
  const quantos = golpe === "morte" || asked === golpe ? golpes : Math.max(1, Math.round(golpes / OUTROS));
  const o = { golpe, golpes: quantos, mensagensPorGolpe: MENSAGENS_POR_GOLPE, semente };
  const { mensagens, documentos, retomadaMs, errado } = await strikeCasa(o);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${golpe}: ${quantos} golpes, ${mensagens} mensagens, ${documentos} documentos, retomada em até ${retomadaMs} ms, semente ${semente}, ${seconds} s`,
  );
  for (const what of errado) console.log(`errado: ${what}`);
  return errado.length === 0;
}

let ok = true;
for (const golpe of asked ? [asked] : GOLPES) ok = (await prove(golpe)) && ok;
process.exitCode = ok ? 0 : 1;
