import { createHash } from "node:crypto";
import { type EXPORTACAO_FORMATS, EXPORTACAO_MAX } from "@malote/contract";
import {
  downloadExportacao,
  type ExportRow,
  readCsv,
  readXlsx,
  requestExportacao,
  showExportacao,
} from "../setup/exportacao.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { openWire, type SignedInUser, signInAs, type Wire } from "../setup/wire.ts";
import { startWorkerProcess, type WorkerProcess } from "./faults.ts";

/** Maximum time from a kill until the file is ready. */
const RESUME_MS = 60_000;
/**
 * A kill happens between 0 and this time after the request: from the start of the job to its last
 * commit.
 */
const KILL_MAX_MS = 2_500;
const INSERT = 1_000;

type Format = (typeof EXPORTACAO_FORMATS)[number];

/** Number of kills, the formats in turn, and the seed of the kill times. */
export type ExportacaoKillPlan = { kills: number; formats: readonly Format[]; seed: number };

/**
 * The result. midway: kills while a file was being made; resumeMs: longest time from a kill to
 * the file.
 */
export type ExportacaoKillReport = { kills: number; midway: number; resumeMs: number; violations: string[] };

type KillRun = { pipeline: TestPipeline; wire: Wire; ana: SignedInUser; workerProcess: WorkerProcess };

/** Kills the worker once during each export, then compares the files with the requests. */
export async function killDuringExportacoes(plan: ExportacaoKillPlan): Promise<ExportacaoKillReport> {
  const pipeline = await createTestPipeline();
  const wire = await openWire(pipeline);
  const workerProcess = await startWorkerProcess(pipeline, "");
  try {
    const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
    const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
    const ana = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
    await fill(pipeline);
    return await killInEach(plan, { pipeline, wire, ana, workerProcess });
  } finally {
    await workerProcess.stop();
    await wire.dispose();
  }
}

/** Inserts as many documents as a CSV may hold; as many of them as a PDF may hold are CT-e. */
async function fill(pipeline: TestPipeline): Promise<void> {
  const total = Math.max(...Object.values(EXPORTACAO_MAX));
  for (let done = 0; done < total; done += INSERT) {
    const tipoNota = done < EXPORTACAO_MAX.PDF ? "CTe" : "NFe";
    const notas = Array.from({ length: INSERT }, () => inventNota({ tipoNota }));
    await insertNotas(pipeline, pipeline.contaId, notas);
  }
}

async function killInEach(plan: ExportacaoKillPlan, killRun: KillRun): Promise<ExportacaoKillReport> {
  const violations: string[] = [];
  let [resumeMs, midway] = [0, 0];
  for (let n = 0; n < plan.kills; n += 1) {
    const format = plan.formats[n % plan.formats.length] ?? "CSV";
    const tiposNota = format === "PDF" ? ["CTe" as const] : ["NFe" as const, "CTe" as const];
    const { object } = await requestExportacao(killRun.ana, {
      searchFilter: { tiposNota },
      createFileType: format,
    });
    await sleep(randomFraction(plan.seed, n) * KILL_MAX_MS);
    await killRun.workerProcess.kill();
    if ((await showExportacao(killRun.ana, object.id)).estado === "em-andamento") midway += 1;
    const killedAt = performance.now();
    await killRun.workerProcess.restart();
    const end = await waitForEnd(killRun, object.id);
    resumeMs = Math.max(resumeMs, Math.round(performance.now() - killedAt));
    violations.push(...(await findViolations(killRun, { end, formato: format })));
  }
  return { kills: plan.kills, midway, resumeMs, violations };
}

async function waitForEnd({ ana }: KillRun, id: string): Promise<ExportRow> {
  for (const until = Date.now() + RESUME_MS; Date.now() < until; await sleep(50)) {
    const now = await showExportacao(ana, id);
    if (now.estado !== "pendente" && now.estado !== "em-andamento") return now;
  }
  return await showExportacao(ana, id);
}

type FinishedFile = { end: ExportRow; formato: Format };

async function findViolations(
  { pipeline, wire, ana }: KillRun,
  { end, formato: format }: FinishedFile,
): Promise<string[]> {
  const limit = EXPORTACAO_MAX[format];
  if (end.estado !== "concluido") return [`${format}: it stands at ${end.estado} (${end.mensagem})`];
  const wrong: string[] = [];
  if (end.feitos !== limit || end.total !== limit)
    wrong.push(`${format}: ${end.feitos} of ${end.total} are done`);
  const bytes = Buffer.from(await (await downloadExportacao(wire, ana, end.id)).arrayBuffer());
  if (bytes.length !== end.tamanho) wrong.push(`${format}: ${bytes.length} bytes of ${end.tamanho}`);
  const documents = await countDocuments(bytes, format);
  if (documents !== null && documents !== limit)
    wrong.push(`${format}: ${documents} different documents are in it`);
  const work = await pipeline.asOwner<{ estado: string }>(
    "SELECT estado FROM tarefa WHERE tipo = 'exportacao' AND alvo = $1",
    [end.id],
  );
  if (work.length !== 1) wrong.push(`${format}: it is the work of ${work.length} tarefas`);
  return wrong;
}

/** Counts the distinct documents of a file; null for a PDF that is complete. */
async function countDocuments(bytes: Buffer, format: Format): Promise<number | null> {
  if (format === "CSV") return new Set(readCsv(bytes).map((row) => row[3])).size - 1;
  if (format === "XLSX") return new Set((await readXlsx(bytes)).linhas.map(({ D }) => D?.valor)).size - 1;
  return bytes.subarray(-6).toString("latin1") === "%%EOF\n" ? null : 0;
}

/** Returns a number from 0 to below 1, the same for the same seed. */
function randomFraction(seed: number, n: number): number {
  return createHash("sha256").update(`${seed} ${n}`).digest().readUInt32LE(0) / 2 ** 32;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
