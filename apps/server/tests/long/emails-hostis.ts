// `npm run test:long -- emails-hostis [name]`: CPU time of one thread to read and store each
// hostile e-mail.
import { gunzipSync } from "node:zlib";
import { newId } from "../../src/db/index.ts";
import { cpuMs } from "../../src/pipeline/ingest/cpu.ts";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import { HOSTILE_EMAILS, type HostileEmail } from "../email/hostile-emails.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

/** Limit: CPU per KB received, above the allowance of any e-mail. */
const MS_PER_KB_MAX = 50;
const BASE_MS = 1_500;
const KB = 1024;
const JOB_MS = 295_000;

const [only = ""] = process.argv.slice(2);
const pipeline = await createTestPipeline();
let failed = 0;
try {
  await pipeline.sandbox.playScenario("nota-autorizada");
  await pipeline.collect();
  const [row] = await pipeline.asOwner<{ xml_gzip: Buffer }>("SELECT xml_gzip FROM documento_xml LIMIT 1");
  const xml = gunzipSync(row?.xml_gzip ?? Buffer.alloc(0)).toString();
  for (const hostile of HOSTILE_EMAILS.filter(({ nome }) => nome.includes(only))) {
    if (!(await readHostile(pipeline, hostile, xml))) failed += 1;
  }
} finally {
  await pipeline.dispose();
}
process.exitCode = failed === 0 ? 0 : 1;

/** Reads one e-mail and prints its cost.   @returns whether the cost is within the limit */
async function readHostile(
  { ctx, contaId, asOwner }: TestPipeline,
  { nome, make }: HostileEmail,
  xml: string,
): Promise<boolean> {
  const raw = await make(xml);
  const id = newId();
  const { sha256 } = await ctx.blobs.put(contaId, raw);
  const now = ctx.clock.now();
  await asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, $3, $4, $4, $5, 'em-leitura')`,
    [contaId, id, sha256, now, raw.length],
  );
  const deadline = new Date(now.getTime() + JOB_MS);
  const began = cpuMs();
  await runPipelineJob(ctx, {
    contaId,
    tarefaId: id,
    tipo: "ingest",
    alvo: id,
    tentativa: 1,
    prazo: deadline,
  });
  const ms = cpuMs() - began;
  // Reset the mark of costly e-mails, so that earlier ones do not reduce the allowance of the next.
  const [email] = await asOwner<{ estado: string; motivo: string | null; partes: number }>(
    "UPDATE email SET caro_em = NULL WHERE id = $1 RETURNING estado, motivo, partes",
    [id],
  );
  const kb = raw.length / KB;
  const isGood = ms <= BASE_MS + MS_PER_KB_MAX * kb && email?.estado !== "em-leitura";
  const description = `${email?.partes} partes, ${email?.motivo ?? email?.estado}`;
  console.log(
    `${isGood ? "ok    " : "FALHOU"} ${kb.toFixed(1)} KB  ${ms.toFixed(0)} ms  ${nome}: ${description}`,
  );
  return isGood;
}
