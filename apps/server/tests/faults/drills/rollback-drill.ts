import { DAY_MS, MINUTE_MS } from "@malote/syntax";
import { holdPresence } from "../../../src/db/index.ts";
import { createBlobSweeper, markStore } from "../../../src/jobs/blobs/sweep-blobs.ts";
import { openContext } from "../../../src/open-context.ts";
import { backupDatabase, listBlobs, readHoldings } from "../../backup/rollback.ts";
import type { Installation } from "./installation.ts";
import { watchMetrics } from "./metrics.ts";
import { runCommand } from "./run-command.ts";
import { type DatabaseDrill, type DrillRow, waitFor, waitUntilNormal } from "./run-drill.ts";

const BEFORE = 10;
const AFTER = 30;
const MONTH_MS = 30 * DAY_MS;
const MONTHS = 3;
/** One health check of each process plus the delivery of the e-mail. */
const EMAIL_MS = 150_000;
const READ_MS = 3 * MINUTE_MS;

async function stopBoth({ http, worker }: Installation): Promise<void> {
  await Promise.all([http.kill("SIGTERM", { stay: true }), worker.kill("SIGTERM", { stay: true })]);
}

async function sendMany(installation: Installation, many: number): Promise<void> {
  for (let n = 0; n < many; n += 1) await installation.sendDocument();
  await waitUntilNormal(installation);
}

/** Runs the cleanup job as if months had passed.   @returns names of all blobs, by state */
async function runCleanupLater({ pipeline }: Installation, databaseUrl: string) {
  const clock = { now: () => new Date(pipeline.clock.now().getTime() + MONTHS * MONTH_MS) };
  const ctx = await openContext({ ...pipeline.config, databaseUrl }, { processName: "teste", clock });
  const presence = await holdPresence(databaseUrl, ctx.log);
  try {
    await createBlobSweeper(ctx, presence).run(clock.now());
    return await listBlobs(ctx);
  } finally {
    await presence.close();
    await ctx.database.close();
  }
}

async function play(installation: Installation): Promise<DrillRow> {
  await waitUntilNormal(installation);
  const { pipeline } = installation;
  await sendMany(installation, BEFORE);
  await stopBoth(installation);
  const backup = await backupDatabase(pipeline);
  const copy = new URL(pipeline.config.databaseUrl);
  copy.pathname = `${copy.pathname}_copia`;
  await waitUntilNormal(installation);
  await sendMany(installation, AFTER);
  await markStore(pipeline.ctx);
  const before = JSON.stringify(await readHoldings(pipeline.ctx, pipeline.contaId));
  const blobs = await listBlobs(pipeline.ctx);
  const normal = await installation.measure();
  const lastEmail = installation.lastOperatorEmail();
  await stopBoth(installation);
  // The mail server no longer holds the messages that were fetched.
  const { caixa } = pipeline.sandbox.mail;
  caixa.remove(caixa.list().map(({ uidl }) => uidl));
  installation.setEnv({ DATABASE_URL: "", DATABASE_APP_URL: copy.href });
  const began = performance.now();
  installation.http.start();
  await waitFor(async () => /^200 /.test(await installation.probe()), READ_MS);
  const cleaned = await runCleanupLater(installation, copy.href);
  const watching = watchMetrics(installation.measure, normal);
  await waitFor(async () => installation.operatorEmails(lastEmail).length > 0, EMAIL_MS);
  const probes = await installation.probe();
  const apis = Object.entries(await installation.probeApis())
    .flat()
    .join(" ");
  const metrics = await watching.stop();
  const env = { ...installation.env(), DATABASE_APP_URL: copy.href };
  const said = await runCommand(["reler", "blobs"], env);
  const endedAt = performance.now();
  installation.worker.start();
  const restored = await backup.open();
  const isBack = await waitFor(
    async () => JSON.stringify(await readHoldings(restored, pipeline.contaId)) === before,
    READ_MS,
  );
  const recoveryS = (performance.now() - endedAt) / 1_000;
  const again = await runCommand(["reler", "blobs", "--simular"], env);
  await restored.database.close();
  const lost = blobs.live.filter((name) => ![...cleaned.live, ...cleaned.quarentena].includes(name));
  const violations = [
    ...(isBack ? [] : ["e-mails, documentos e notas não são os de antes"]),
    ...(lost.length > 0 || cleaned.lixo.length > 0 ? [`a limpeza destruiu ${lost.length} arquivos`] : []),
    ...(/^0 e-mails/m.test(again) ? [] : ["a segunda releitura ainda acha e-mails"]),
  ];
  const operatorEmails = installation.operatorEmails(lastEmail).map((assunto) => `«${assunto}»`);
  await Promise.all([installation.http.stop(), installation.worker.stop()]);
  await backup.drop();
  return {
    ...{ name: ROLLBACK_DRILL.name, probes, apis, metrics, recoveryS, violations },
    email: operatorEmails.join(" ") || "não",
    log: [`${cleaned.quarentena.length} arquivos em quarentena; ${said.split("\n").at(-1)}`],
    faultS: (endedAt - began) / 1_000,
    documents: BEFORE + AFTER + 1,
  };
}

/** The database returns to an older copy, the folder of the files does not. */
export const ROLLBACK_DRILL: DatabaseDrill = {
  name: "banco de volta a uma cópia antiga, arquivos mais novos; limpeza de 3 meses depois; reler",
  play,
};
