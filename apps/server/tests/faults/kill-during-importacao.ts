import { createHash } from "node:crypto";
import { MINUTE_MS } from "@malote/syntax";
import { sendFile } from "../files/importacao-setup.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { openWire, type SignedInUser, signInAs, type Wire } from "../setup/wire.ts";
import { zipOf } from "../setup/zip.ts";
import { startWorkerProcess, type WorkerProcess } from "./faults.ts";

/** Maximum times from a kill until work resumes, and until a file is read to its end. */
const RESUME_MS = 60_000;
const END_MS = 5 * MINUTE_MS;
/**
 * A kill happens at most this long after the upload or after one of the commits: while a file is
 * opened, read or finished.
 */
const KILL_MAX_MS = 1_500;
/** Number of commits before a kill, in turn; 0 = right after the upload. */
const COMMITS = 3;
/** Share of a file's documents that are inside a nested package. */
const NESTED_SHARE = 0.4;

/** Number of kills, documents per file, and the seed of the kill times. */
export type ImportacaoKillPlan = { kills: number; documentsPerFile: number; seed: number };

/**
 * The result. resumeMs: longest time from a kill until work resumed; midway: kills while a file
 * was being read.
 */
export type ImportacaoKillReport = {
  documents: number;
  kills: number;
  midway: number;
  resumeMs: number;
  violations: string[];
};

type KillRun = { pipeline: TestPipeline; wire: Wire; ana: SignedInUser; workerProcess: WorkerProcess };

/** Kills the worker once per imported file, then compares the database with what was sent. */
export async function killDuringImportacoes(plan: ImportacaoKillPlan): Promise<ImportacaoKillReport> {
  const pipeline = await createTestPipeline();
  const wire = await openWire(pipeline);
  const workerProcess = await startWorkerProcess(pipeline, "");
  try {
    const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
    const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
    const ana = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
    return await killInEach(plan, { pipeline, wire, ana, workerProcess });
  } finally {
    await workerProcess.stop();
    await wire.dispose();
  }
}

async function killInEach(plan: ImportacaoKillPlan, killRun: KillRun): Promise<ImportacaoKillReport> {
  const sent: string[] = [];
  let [resumeMs, midway] = [0, 0];
  for (let n = 0; n < plan.kills; n += 1) {
    // Postpone validation: other tests cover it, and it takes time.
    await killRun.pipeline.asOwner(
      "UPDATE tarefa SET vence_em = now() + interval '1 day' WHERE tipo = 'validate' AND estado = 'pendente'",
    );
    const { chaves, zip } = await packNotas(killRun.pipeline, plan.documentsPerFile);
    sent.push(...chaves);
    const { object } = await sendFile(killRun.wire, killRun.ana, { bytes: zip });
    const { id } = object as { id: string };
    await waitForCommits(killRun.pipeline, id, n % COMMITS);
    await sleep(randomFraction(plan.seed, n) * KILL_MAX_MS);
    await killRun.workerProcess.kill();
    const before = await readProgress(killRun.pipeline, id);
    if (before.estado === "em-andamento") midway += 1;
    const killedAt = performance.now();
    await killRun.workerProcess.restart();
    await waitFor(RESUME_MS, async () => {
      const now = await readProgress(killRun.pipeline, id);
      return now.lidos > before.lidos || now.estado === "concluido";
    });
    resumeMs = Math.max(resumeMs, Math.round(performance.now() - killedAt));
    await waitFor(END_MS, async () => (await readProgress(killRun.pipeline, id)).estado === "concluido");
  }
  const violations = await findViolations(killRun.pipeline, sent);
  if (resumeMs >= RESUME_MS) violations.push(`after a blow nothing was done for ${resumeMs} ms`);
  return { documents: sent.length, kills: plan.kills, midway, resumeMs, violations };
}

/** A ZIP of new notas, part of them in a nested ZIP, plus one file that is not a nota. */
async function packNotas(
  { sandbox }: TestPipeline,
  total: number,
): Promise<{ chaves: string[]; zip: Buffer }> {
  const notas = Array.from({ length: total }, () => sandbox.environment.emitNota());
  const files = notas.map(({ chaveAcesso, procXml }) => ({
    nome: `${chaveAcesso}.xml`,
    bytes: Buffer.from(procXml),
  }));
  const cut = Math.round(total * NESTED_SHARE);
  const inner = { nome: "dentro.zip", bytes: await zipOf(files.slice(0, cut)) };
  const broken = { nome: "ruim.xml", bytes: Buffer.from(`<nfeProc>${total}`) };
  const zip = await zipOf([...files.slice(cut, -5), inner, broken, ...files.slice(-5)]);
  return { chaves: notas.map(({ chaveAcesso }) => chaveAcesso), zip };
}

async function readProgress(
  { asOwner }: TestPipeline,
  id: string,
): Promise<{ estado: string; lidos: number }> {
  const [row] = await asOwner<{ estado: string; lidos: number }>(
    "SELECT estado, (SELECT count(*)::int FROM anexo WHERE email_id = $1) AS lidos FROM importacao WHERE id = $1",
    [id],
  );
  return row ?? { estado: "nada", lidos: 0 };
}

/** Waits until the given number of commits added parts of the file, or until it was read to its end. */
async function waitForCommits(pipeline: TestPipeline, id: string, commitTarget: number): Promise<void> {
  let [commits, partsRead] = [0, 0];
  await waitFor(END_MS, async () => {
    const now = await readProgress(pipeline, id);
    if (now.lidos > partsRead) commits += 1;
    partsRead = now.lidos;
    return commits >= commitTarget || now.estado === "concluido";
  });
}

/** Invariants after any number of kills, each with the message for its violation. */
const INVARIANTS: readonly { what: string; db: string }[] = [
  {
    what: "a file was not read to its end, or not well",
    db: "SELECT FROM importacao WHERE estado <> 'concluido' OR falha IS NOT NULL",
  },
  {
    what: "a file's counts are not those of its ledger",
    db: `SELECT FROM importacao i WHERE total <> documentos + duplicados + outros + erros
      OR documentos <> (SELECT count(*) FROM anexo a WHERE a.email_id = i.id AND a.destino = 'nota')
      OR duplicados + erros + outros <> 1 OR i.total <> (SELECT count(*) FROM anexo a WHERE a.email_id = i.id AND a.destino <> 'pacote')`,
  },
  { what: "a part stands twice", db: "SELECT FROM anexo GROUP BY email_id, caminho HAVING count(*) > 1" },
  {
    what: "a document is called a copy although it was the first",
    db: "SELECT FROM anexo WHERE motivo = 'mesmo-arquivo'",
  },
  { what: "a document stands twice", db: "SELECT FROM nota GROUP BY chave, papel HAVING count(*) > 1" },
  {
    what: "a document's bytes are missing or doubled",
    db: "SELECT FROM documento d WHERE (SELECT count(*) FROM documento_xml x WHERE x.documento_id = d.id) <> 1",
  },
  {
    what: "the feed has a gap",
    db: "SELECT FROM feed GROUP BY conta_id HAVING count(*) <> max(sequencia) OR min(sequencia) <> 1",
  },
  {
    what: "a nota entered the feed other than once",
    db: "SELECT FROM feed WHERE tipo = 'nota' GROUP BY nota_id HAVING count(*) <> 1",
  },
  {
    what: "nobody is to ask SEFAZ about a document",
    db: "SELECT FROM nota n WHERE NOT EXISTS (SELECT FROM tarefa t WHERE t.tipo = 'validate' AND t.alvo = n.chave)",
  },
  {
    what: "the totals are not those of the notas",
    db: `SELECT 1 WHERE (SELECT coalesce(sum(quantidade), 0) FROM rollup_dia) <> (SELECT count(*) FROM nota)
            OR (SELECT coalesce(sum(valor), 0) FROM rollup_dia) <> (SELECT coalesce(sum(valor_total), 0) FROM nota)`,
  },
];

async function findViolations(pipeline: TestPipeline, sent: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    INVARIANTS.map(async ({ what, db }) => ({ what, rows: (await pipeline.asOwner(db)).length })),
  );
  const wrongs = found.filter(({ rows }) => rows > 0).map(({ what, rows }) => `${what} (${rows})`);
  const have = new Set((await pipeline.notas()).map(({ chave }) => chave));
  const lost = sent.filter((chave) => !have.has(chave));
  if (lost.length > 0) wrongs.push(`documents were lost (${lost.length})`);
  if (have.size !== sent.length) wrongs.push(`${have.size} documents stand of ${sent.length} sent`);
  return wrongs;
}

/** Returns a number from 0 to below 1, the same for the same seed. */
function randomFraction(seed: number, n: number): number {
  return createHash("sha256").update(`${seed} ${n}`).digest().readUInt32LE(0) / 2 ** 32;
}

async function waitFor(ms: number, done: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(50)) if (await done()) return;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
