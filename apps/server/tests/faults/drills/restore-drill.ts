import { MINUTE_MS } from "@malote/syntax";
import { openContext } from "../../../src/open-context.ts";
import { publishNotas, rest } from "../../api/send-rest.ts";
import { type Host, openHost, openTempFolder } from "../../backup/backup-tools.ts";
import { insertNotas, inventNota } from "../../setup/invent-notas.ts";
import { openWebhookEndpoint, type WebhookEndpoint } from "../../setup/servers/webhook-endpoint.ts";
import type { SignedInUser, Wire } from "../../setup/wire.ts";
import { openWebhookSetup } from "../../webhook/webhook-setup.ts";
import type { Installation } from "./installation.ts";
import { watchMetrics } from "./metrics.ts";
import { runCommand } from "./run-command.ts";
import { type DatabaseDrill, type DrillRow, waitFor, waitUntilNormal } from "./run-drill.ts";

const IN_BACKUP = 100;
const AFTER_BACKUP = 800;
const AFTER_RESTORE = 300;
const PAGES_MAX = 100;
/** Maximum wait for a webhook endpoint to receive everything. */
const DELIVERED_MS = 3 * MINUTE_MS;
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

type FeedReading = { ids: string[]; cursor: string; refusals: string[] };

/**
 * Reads the feed to its end as an ERP does: after a refusal it continues from the cursor named
 * there.
 */
async function readAsErp(wire: Wire, erp: SignedInUser, from: string): Promise<FeedReading> {
  const read: FeedReading = { ids: [], cursor: from, refusals: [] };
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { status, body } = await rest(wire, erp, `GET /notas?limit=100&cursor=${read.cursor}`);
    if (status === 422) {
      read.refusals.push(body.codigo);
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

const deliveredIds = ({ received: recebidas }: WebhookEndpoint): string[] =>
  recebidas
    .filter(({ payload }) => payload.tipo === "nota")
    .map(({ payload }) => String(payload.dados.notaId));

const untilDelivered = (endpoint: WebhookEndpoint, ids: readonly string[]): Promise<boolean> =>
  waitFor(async () => {
    const webhookSetup = new Set(deliveredIds(endpoint));
    return ids.every((id) => webhookSetup.has(id));
  }, DELIVERED_MS);

/** Sentences about documents that are missing, duplicated or unexpected. */
function listDifferences(who: string, received: readonly string[], expected: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const id of received) times.set(id, (times.get(id) ?? 0) + 1);
  const missing = expected.filter((id) => !times.has(id)).length;
  const twice = [...times.values()].filter((n) => n > 1).length;
  const others = [...times.keys()].filter((id) => !expected.includes(id)).length;
  return [
    ...(missing > 0 ? [`${who}: faltam ${missing}`] : []),
    ...(twice > 0 ? [`${who}: ${twice} vieram mais de uma vez`] : []),
    ...(others > 0 ? [`${who}: ${others} que não são os novos`] : []),
  ];
}

/** Restores on the empty host and starts the processes with its database and folder. */
async function restoreOn(installation: Installation, host: Host, env: NodeJS.ProcessEnv): Promise<string> {
  const { http, worker } = installation;
  await Promise.all([http.kill("SIGKILL", { stay: true }), worker.kill("SIGKILL", { stay: true })]);
  const urls = { DATABASE_URL: host.ownerUrl, DATABASE_APP_URL: host.databaseUrl };
  const said = await runCommand(["backup", "restaurar"], { ...env, ...urls, DATA_DIR: host.dataDir });
  installation.setEnv({ DATABASE_URL: "", DATABASE_APP_URL: host.databaseUrl, DATA_DIR: host.dataDir });
  await waitUntilNormal(installation);
  return said;
}

/** The HTTP setup of the installation on the restored database. */
async function openRestored({ wire }: Installation, host: Host): Promise<Wire> {
  const config = { ...wire.config, databaseUrl: host.databaseUrl, dataDir: host.dataDir };
  const ctx = await openContext(config, { processName: "teste", clock: wire.clock });
  return { ...wire, ctx, config, ownerUrl: host.adminUrl, asOwner: host.query };
}

async function play(installation: Installation): Promise<DrillRow> {
  await waitUntilNormal(installation);
  const { wire } = installation;
  const endpoint = await openWebhookEndpoint();
  const backupFolder = await openTempFolder();
  const host = await openHost(wire);
  const webhookSetup = await openWebhookSetup(wire);
  const { manager: erp } = webhookSetup;
  try {
    await webhookSetup.createWebhook(endpoint.url);
    const env = {
      ...installation.env(),
      BACKUP_DESTINO: backupFolder.folder,
      BACKUP_SENHA: "senha do exercício",
    };
    // Deliveries pending in the backup would be sent again after the restore, under the same id.
    await untilDelivered(endpoint, await publishSome(wire, webhookSetup, IN_BACKUP));
    await runCommand(["backup", "criar"], { ...env, DATABASE_URL: wire.ownerUrl });
    const beyond = await publishSome(wire, webhookSetup, AFTER_BACKUP);
    const ahead = await readAsErp(wire, erp, "0");
    await untilDelivered(endpoint, beyond);
    const before = deliveredIds(endpoint).length;
    const watching = watchMetrics(installation.measure, await installation.measure());
    const began = performance.now();
    const said = await restoreOn(installation, host, env);
    const sondas = await installation.probe();
    const up = performance.now();
    const restored = await openRestored(installation, host);
    const fresh = await publishSome(restored, webhookSetup, AFTER_RESTORE);
    const read = await readAsErp(restored, erp, ahead.cursor);
    await untilDelivered(endpoint, fresh);
    const ended = performance.now();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    await restored.ctx.database.close();
    const violations = [
      ...listDifferences("ERP", read.ids, fresh),
      ...listDifferences("webhook", deliveredIds(endpoint).slice(before), fresh),
      ...(ahead.ids.length === IN_BACKUP + AFTER_BACKUP ? [] : [`antes o ERP leu ${ahead.ids.length}`]),
      ...(read.refusals.join() === "cursorDeOutraEpoca" ? [] : [`avisos ao ERP: ${read.refusals.join()}`]),
    ];
    return {
      ...{ name: RESTORE_DRILL.name, probes: sondas, violations, log: [said.replaceAll("\n", "; ")] },
      metrics: await watching.stop(),
      apis: Object.entries(await installation.probeApis())
        .flat()
        .join(" "),
      email: "não precisa: quem restaura sabe",
      faultS: (up - began) / 1_000,
      recoveryS: (ended - up) / 1_000,
      documents: IN_BACKUP + AFTER_BACKUP + AFTER_RESTORE,
    };
  } finally {
    await Promise.all([installation.http.stop(), installation.worker.stop()]);
    await host.dispose();
    await backupFolder.dispose();
    await endpoint.close();
  }
}

/** A backup, 800 later documents that ERP and webhook receive, a new host, then 300 new documents. */
export const RESTORE_DRILL: DatabaseDrill = {
  name: "restauração: 800 documentos além do backup, já no ERP e no webhook; host vazio; 300 novos",
  play,
};
