import { openContext } from "../../src/app-context.ts";
import { holdPresence } from "../../src/db/index.ts";
import { createBlobSweeper, markStore } from "../../src/jobs/sweep-blobs.ts";
import { backupDatabase, holdings, listBlobs } from "../rollback.ts";
import type { Casa } from "./casa.ts";
import { runComando } from "./comando.ts";
import { beCalm, type Linha, waitFor } from "./exercitar.ts";
import { watchMedidas } from "./medidas.ts";
import type { Retorno } from "./retornos.ts";

const BEFORE = 10;
const AFTER = 30;
const MONTH_MS = 30 * 86_400_000;
const MONTHS = 3;
/** One health check of each process plus the delivery of the e-mail. */
const EMAIL_MS = 150_000;
const READ_MS = 180_000;

async function stopBoth({ http, worker }: Casa): Promise<void> {
  await Promise.all([http.kill("SIGTERM", { stay: true }), worker.kill("SIGTERM", { stay: true })]);
}

async function sendMany(casa: Casa, many: number): Promise<void> {
  for (let n = 0; n < many; n += 1) await casa.send();
  await beCalm(casa);
}

/** Runs the cleanup job as if months had passed.   @returns names of all blobs, by state */
async function sweepLater({ road }: Casa, databaseUrl: string) {
  const clock = { now: () => new Date(road.clock.now().getTime() + MONTHS * MONTH_MS) };
  const ctx = await openContext({ ...road.config, databaseUrl }, { processo: "teste", clock });
  const presence = await holdPresence(databaseUrl, ctx.log);
  try {
    await createBlobSweeper(ctx, presence).sweep(clock.now());
    return await listBlobs(ctx);
  } finally {
    await presence.close();
    await ctx.database.close();
  }
}

async function play(casa: Casa): Promise<Linha> {
  await beCalm(casa);
  const { road } = casa;
  await sendMany(casa, BEFORE);
  await stopBoth(casa);
  const backup = await backupDatabase(road);
  const copy = new URL(road.config.databaseUrl);
  copy.pathname = `${copy.pathname}_copia`;
  await beCalm(casa);
  await sendMany(casa, AFTER);
  await markStore(road.ctx);
  const before = JSON.stringify(await holdings(road.ctx, road.contaId));
  const blobs = await listBlobs(road.ctx);
  const calm = await casa.measure();
  const lastAviso = casa.lastAviso();
  await stopBoth(casa);
  // The mail server no longer holds the messages that were fetched.
  const { caixa } = road.sandbox.correio;
  caixa.remove(caixa.list().map(({ uidl }) => uidl));
  casa.setEnv({ DATABASE_URL: "", DATABASE_APP_URL: copy.href });
  const began = performance.now();
  casa.http.start();
  await waitFor(async () => /^200 /.test(await casa.probe()), READ_MS);
  const swept = await sweepLater(casa, copy.href);
  const watching = watchMedidas(casa.measure, calm);
  await waitFor(async () => casa.avisos(lastAviso).length > 0, EMAIL_MS);
  const sondas = await casa.probe();
  const portas = Object.entries(await casa.doors())
    .flat()
    .join(" ");
  const metricas = await watching.stop();
  const env = { ...casa.env(), DATABASE_APP_URL: copy.href };
  const said = await runComando(["reler", "blobs"], env);
  const mended = performance.now();
  casa.worker.start();
  const voltou = await backup.open();
  const isBack = await waitFor(
    async () => JSON.stringify(await holdings(voltou, road.contaId)) === before,
    READ_MS,
  );
  const retomadaS = (performance.now() - mended) / 1_000;
  const again = await runComando(["reler", "blobs", "--simular"], env);
  await voltou.database.close();
  const lost = blobs.live.filter((name) => ![...swept.live, ...swept.quarentena].includes(name));
  const errado = [
    ...(isBack ? [] : ["e-mails, documentos e notas não são os de antes"]),
    ...(lost.length > 0 || swept.lixo.length > 0 ? [`a limpeza destruiu ${lost.length} arquivos`] : []),
    ...(/^0 e-mails/m.test(again) ? [] : ["a segunda releitura ainda acha e-mails"]),
  ];
  const avisos = casa.avisos(lastAviso).map((assunto) => `«${assunto}»`);
  await Promise.all([casa.http.stop(), casa.worker.stop()]);
  await backup.drop();
  return {
    ...{ nome: retroceder.nome, sondas, portas, metricas, retomadaS, errado },
    email: avisos.join(" ") || "não",
    log: [`${swept.quarentena.length} arquivos em quarentena; ${said.split("\n").at(-1)}`],
    falhaS: (mended - began) / 1_000,
    documentos: BEFORE + AFTER + 1,
  };
}

/** The database returns to an older copy, the folder of the files does not. */
export const retroceder: Retorno = {
  nome: "banco de volta a uma cópia antiga, arquivos mais novos; limpeza de 3 meses depois; reler",
  play,
};
