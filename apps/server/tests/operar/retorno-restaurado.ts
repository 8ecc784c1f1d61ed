import { openContext } from "../../src/app-context.ts";
import { type Host, openHost, openPasta } from "../backup-comando.ts";
import { openReceptor, type Receptor } from "../receptor.ts";
import { publishNotas, rest } from "../rest.ts";
import { openCasaTold } from "../webhook-casa.ts";
import type { Pessoa, Wire } from "../wire.ts";
import { insertNotas, inventNota } from "../wire-notas.ts";
import type { Casa } from "./casa.ts";
import { runComando } from "./comando.ts";
import { beCalm, type Linha, waitFor } from "./exercitar.ts";
import { watchMedidas } from "./medidas.ts";
import type { Retorno } from "./retornos.ts";

const NO_BACKUP = 100;
const BEYOND = 800;
const FRESH = 300;
const PAGES_MAX = 100;
/** Maximum wait for a webhook endpoint to receive everything. */
const TOLD_MS = 180_000;
/** Further wait for deliveries that would arrive twice. */
const AGAIN_MS = 10_000;

/** Inserts documents of a conta and publishes them as ingest does. */
async function publishSome(
  wire: Wire,
  { contaId, empresaId }: { contaId: string; empresaId: string },
  many: number,
): Promise<string[]> {
  const notas = Array.from({ length: many }, () => inventNota({ empresaId }));
  const ids = (await insertNotas(wire, contaId, notas)).map(({ id }) => id);
  await publishNotas(wire, contaId, ids);
  return ids;
}

type Lido = { ids: string[]; cursor: string; avisos: string[] };

/**
 * Reads the feed to its end as an ERP does: after a refusal it continues from the cursor named
 * there.
 */
async function readAsErp(wire: Wire, erp: Pessoa, from: string): Promise<Lido> {
  const read: Lido = { ids: [], cursor: from, avisos: [] };
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { status, body } = await rest(wire, erp, `GET /notas?limit=100&cursor=${read.cursor}`);
    if (status === 422) {
      read.avisos.push(body.codigo);
      read.cursor = /cursor (\S+):/.exec(body.mensagem)?.[1] ?? "";
      continue;
    }
    if (status !== 200) throw new Error(`the ERP was answered ${status}`);
    for (const item of body.itens) read.ids.push(item.notaId ?? item.id);
    read.cursor = body.page.next;
    if (!body.page.hasMore) return read;
  }
  throw new Error("the feed has no end");
}

const toldIds = ({ recebidas }: Receptor): string[] =>
  recebidas.filter(({ dito }) => dito.tipo === "nota").map(({ dito }) => String(dito.dados.notaId));

const untilTold = (receptor: Receptor, ids: readonly string[]): Promise<boolean> =>
  waitFor(async () => {
    const told = new Set(toldIds(receptor));
    return ids.every((id) => told.has(id));
  }, TOLD_MS);

/** Sentences about documents that are missing, duplicated or unexpected. */
function compare(who: string, came: readonly string[], due: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const id of came) times.set(id, (times.get(id) ?? 0) + 1);
  const missing = due.filter((id) => !times.has(id)).length;
  const twice = [...times.values()].filter((n) => n > 1).length;
  const others = [...times.keys()].filter((id) => !due.includes(id)).length;
  return [
    ...(missing > 0 ? [`${who}: faltam ${missing}`] : []),
    ...(twice > 0 ? [`${who}: ${twice} vieram mais de uma vez`] : []),
    ...(others > 0 ? [`${who}: ${others} que não são os novos`] : []),
  ];
}

/** Restores on the empty host and starts the processes with its database and folder. */
async function restoreOn(casa: Casa, host: Host, env: NodeJS.ProcessEnv): Promise<string> {
  const { http, worker } = casa;
  await Promise.all([http.kill("SIGKILL", { stay: true }), worker.kill("SIGKILL", { stay: true })]);
  const urls = { DATABASE_URL: host.ownerUrl, DATABASE_APP_URL: host.databaseUrl };
  const said = await runComando(["backup", "restaurar"], { ...env, ...urls, DATA_DIR: host.dataDir });
  casa.setEnv({ DATABASE_URL: "", DATABASE_APP_URL: host.databaseUrl, DATA_DIR: host.dataDir });
  await beCalm(casa);
  return said;
}

/** The HTTP setup of the installation on the restored database. */
async function openRestored({ wire }: Casa, host: Host): Promise<Wire> {
  const config = { ...wire.config, databaseUrl: host.databaseUrl, dataDir: host.dataDir };
  const ctx = await openContext(config, { processo: "teste", clock: wire.clock });
  return { ...wire, ctx, config, ownerUrl: host.adminUrl, asOwner: host.query };
}

async function play(casa: Casa): Promise<Linha> {
  await beCalm(casa);
  const { wire } = casa;
  const receptor = await openReceptor();
  const pasta = await openPasta();
  const host = await openHost(wire);
  const told = await openCasaTold(wire);
  const { gerente: erp } = told;
  try {
    await told.create(receptor.url);
    const env = { ...casa.env(), BACKUP_DESTINO: pasta.folder, BACKUP_SENHA: "senha do exercício" };
    // Deliveries pending in the backup would be sent again after the restore, under the same id.
    await untilTold(receptor, await publishSome(wire, told, NO_BACKUP));
    await runComando(["backup", "criar"], { ...env, DATABASE_URL: wire.ownerUrl });
    const beyond = await publishSome(wire, told, BEYOND);
    const ahead = await readAsErp(wire, erp, "0");
    await untilTold(receptor, beyond);
    const before = toldIds(receptor).length;
    const watching = watchMedidas(casa.measure, await casa.measure());
    const began = performance.now();
    const said = await restoreOn(casa, host, env);
    const sondas = await casa.probe();
    const up = performance.now();
    const restored = await openRestored(casa, host);
    const fresh = await publishSome(restored, told, FRESH);
    const read = await readAsErp(restored, erp, ahead.cursor);
    await untilTold(receptor, fresh);
    const ended = performance.now();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    await restored.ctx.database.close();
    const errado = [
      ...compare("ERP", read.ids, fresh),
      ...compare("webhook", toldIds(receptor).slice(before), fresh),
      ...(ahead.ids.length === NO_BACKUP + BEYOND ? [] : [`antes o ERP leu ${ahead.ids.length}`]),
      ...(read.avisos.join() === "cursorDeOutraEpoca" ? [] : [`avisos ao ERP: ${read.avisos.join()}`]),
    ];
    return {
      ...{ nome: restaurar.nome, sondas, errado, log: [said.replaceAll("\n", "; ")] },
      metricas: await watching.stop(),
      portas: Object.entries(await casa.doors())
        .flat()
        .join(" "),
      email: "não precisa: quem restaura sabe",
      falhaS: (up - began) / 1_000,
      retomadaS: (ended - up) / 1_000,
      documentos: NO_BACKUP + BEYOND + FRESH,
    };
  } finally {
    await Promise.all([casa.http.stop(), casa.worker.stop()]);
    await host.dispose();
    await pasta.dispose();
    await receptor.close();
  }
}

/** A backup, 800 later documents that ERP and webhook receive, a new host, then 300 new documents. */
export const restaurar: Retorno = {
  nome: "restauração: 800 documentos além do backup, já no ERP e no webhook; host vazio; 300 novos",
  play,
};
