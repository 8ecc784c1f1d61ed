import { createHash } from "node:crypto";
import { fillNotaArchive } from "../files/nota-archive.ts";
import {
  getZip,
  type ListedZip,
  makeZip,
  readAllEntries,
  requestZip,
  showZip,
} from "../files/repositorio-zip.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { openWire, type SignedInUser, signInAs, type Wire } from "../setup/wire.ts";
import { startWorkerProcess, type WorkerProcess } from "./faults.ts";

/** Maximum time from a kill until the ZIP is ready. */
const RESUME_MS = 60_000;
/** A kill happens within this multiple of the time that the ZIP takes. */
const KILL_MAX_SHARE = 1.2;

/** Number of kills, documents per ZIP, and the seed of the kill times. */
export type RepositorioKillPlan = { kills: number; documents: number; seed: number };

/**
 * The result. midway: kills while a ZIP was being made; resumeMs: longest time from a kill to the
 * ZIP.
 */
export type RepositorioKillReport = { kills: number; midway: number; resumeMs: number; violations: string[] };

type KillRun = {
  wire: Wire & TestPipeline;
  ana: SignedInUser;
  workerProcess: WorkerProcess;
  expectedZip: Buffer;
  ms: number;
};

/** Kills the worker once per ZIP; each ZIP must equal the one made without a kill. */
export async function killDuringRepositorios(plan: RepositorioKillPlan): Promise<RepositorioKillReport> {
  const pipeline = await createTestPipeline();
  const wire = { ...pipeline, ...(await openWire(pipeline)) };
  try {
    const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
    const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
    const ana = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
    await fillNotaArchive(pipeline, pipeline.contaId, plan.documents);
    const { expectedZip, ms } = await makeExpectedZip(wire, ana);
    const workerProcess = await startWorkerProcess(pipeline, "");
    try {
      return await killInEach(plan, { wire, ana, workerProcess, expectedZip, ms });
    } finally {
      await workerProcess.stop();
    }
  } finally {
    await wire.dispose();
  }
}

/** The ZIP made without a kill, and how long it takes. */
async function makeExpectedZip(wire: Wire, ana: SignedInUser): Promise<{ expectedZip: Buffer; ms: number }> {
  const id = (await requestZip(ana)).id ?? "";
  await wire.asOwner("DELETE FROM tarefa WHERE alvo = $1", [id]);
  const started = performance.now();
  await makeZip(wire, ana, { id });
  const ms = performance.now() - started;
  return { expectedZip: Buffer.from(await (await getZip(wire, ana, id)).arrayBuffer()), ms };
}

async function killInEach(plan: RepositorioKillPlan, killRun: KillRun): Promise<RepositorioKillReport> {
  const violations: string[] = [];
  let [resumeMs, midway] = [0, 0];
  for (let n = 0; n < plan.kills; n += 1) {
    const id = (await requestZip(killRun.ana)).id ?? "";
    await waitFor(killRun, id, (estado) => estado !== "pendente");
    await sleep(randomFraction(plan.seed, n) * KILL_MAX_SHARE * killRun.ms);
    await killRun.workerProcess.kill();
    if ((await showZip(killRun.ana, id)).estado === "em-andamento") midway += 1;
    const killedAt = performance.now();
    await killRun.workerProcess.restart();
    const end = await waitFor(killRun, id, (estado) => estado === "concluido" || estado === "falhou");
    resumeMs = Math.max(resumeMs, Math.round(performance.now() - killedAt));
    violations.push(...(await findViolations(killRun, { end, documents: plan.documents })));
  }
  return { kills: plan.kills, midway, resumeMs, violations };
}

async function waitFor({ ana }: KillRun, id: string, is: (estado: string) => boolean): Promise<ListedZip> {
  for (const until = Date.now() + RESUME_MS; Date.now() < until; await sleep(20)) {
    const now = await showZip(ana, id);
    if (is(now.estado)) return now;
  }
  return await showZip(ana, id);
}

type FinishedZip = { end: ListedZip; documents: number };

async function findViolations(
  { wire, ana, expectedZip }: KillRun,
  { end, documents }: FinishedZip,
): Promise<string[]> {
  if (end.estado !== "concluido") return [`it stands at ${end.estado} (${end.mensagem})`];
  const wrong: string[] = [];
  if (end.feitos !== documents || end.total !== documents)
    wrong.push(`${end.feitos} of ${end.total} are done`);
  const zip = Buffer.from(await (await getZip(wire, ana, end.id)).arrayBuffer());
  if (!zip.equals(expectedZip))
    wrong.push(`it is not the ZIP it would have been: ${(await readAllEntries(zip)).size} files`);
  const work = await wire.asOwner("SELECT FROM tarefa WHERE tipo = 'repositorio' AND alvo = $1", [end.id]);
  if (work.length !== 1) wrong.push(`it is the work of ${work.length} tarefas`);
  return wrong;
}

/** Returns a number from 0 to below 1, the same for the same seed. */
function randomFraction(seed: number, n: number): number {
  return createHash("sha256").update(`${seed} ${n}`).digest().readUInt32LE(0) / 2 ** 32;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
