import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Sandbox, type SefazCounters, type SefazFault, seedKeySet, startSandbox } from "@malote/sandbox";
import { type CertificadoA1, openCertificado } from "@malote/sefaz";
import { checkDigit, cnpjCheckDigits, DAY_MS, dayInZone, HOUR_MS, UFS, zoneOfUf } from "@malote/syntax";
import type { AppContext } from "../../src/app-context.ts";
import type { Clock } from "../../src/clock.ts";
import type { JobHandlers } from "../../src/jobs/job.ts";
import { startWork, type Work } from "../../src/jobs/start-work.ts";
import { giveUpPipelineJob, runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import { sealCertificado } from "../../src/services/certificado/seal-certificado.ts";
import { storeCertificado } from "../../src/services/empresa-setup/store-certificado.ts";
import { hasAuthorizer, toValidateTask } from "../../src/services/sefaz/sefaz.rules.ts";
import { closeSefazClients } from "../../src/services/sefaz/sefaz-clients.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { createRandom } from "../setup/seeded-random.ts";

/** Size of the simulated day. stepMs: step of the clock. */
export type DayOptions = { notas: number; cnpjs: number; contas: number; stepMs: number; seed: number };

/** The results of the day. Each list of chaves should be empty. */
export type DayResult = {
  notas: number;
  autorizadores: number;
  consultas: number;
  falhas: number;
  semRespostaEm24h: string[];
  semConferencia: string[];
  desistidas: number;
  aberturas: number;
  fechamentos: number;
  adiadas: Record<string, number>;
  contadores: SefazCounters;
  /** Slowest first answer, in hours of the simulated day. */
  piorRespostaH: number;
};

/** Shorter than any real SEFAZ service takes: many of these calls are never answered. */
const TIMEOUT_MS = 400;
/** On a slower or busy machine, the timeout is this many times the time to create one company. */
const EMPRESAS_PER_ANSWER = 4;
const FAULTS: Exclude<SefazFault, "nenhuma">[] = [
  ...(["fora-do-ar", "sem-previsao", "sem-resposta", "lenta", "http-403", "http-500"] as const),
  ...(["html-500", "html-200", "charset-errado", "soap-fault", "conexao-cortada"] as const),
];
const FAULT_SHARE = 0.3;
/** SEFAZ is down for two hours in the middle of the day. */
const OUTAGE = { de: 9 * HOUR_MS, ate: 11 * HOUR_MS };
/** At these hours the clock jumps while queries are running. */
const CLOCK_JUMPS: ReadonlyMap<number, number> = new Map([
  [5, 2 * HOUR_MS],
  [30, 3 * HOUR_MS],
]);
const RECHECK_MS = 25 * HOUR_MS;
const MODELOS = ["55", "55", "55", "65", "57", "67", "58"];
/** Notas issued in contingency are authorized by the SVC of the issuer's UF. @source NT 2013.007;
 * MOC CT-e */
const SVC_RS: Readonly<Record<string, readonly string[]>> = {
  "55": ["AM", "BA", "GO", "MA", "MS", "MT", "PE", "PR"],
  "57": ["AP", "MS", "MT", "PE", "RR", "SP"],
};
const OTHER_SVC: Readonly<Record<string, string>> = { "55": "6", "57": "8" };
const CONTINGENCY_SHARE = 0.03;
const TWO_CONTAS_SHARE = 0.1;

type Scenario = { t: TestContext; sandbox: Sandbox; sorteio: () => number; inicio: Date };
type Empresa = { contaId: string; empresaId: string; cnpj: string };
type Nota = { chave: string; emissao: Date; empresas: Empresa[] };

/** Simulates a day: notas arrive as they are issued, the workers query SEFAZ, the clock advances. */
export async function simulateDay(
  options: DayOptions,
  say: (line: string) => void = () => {},
): Promise<DayResult> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-dia-"));
  await seedKeySet(dir);
  const sandbox = await startSandbox({ dir, consolePort: 0 });
  const t = await createTestContext({ sandbox: { info: sandbox.info } });
  const scenario = { t, sandbox, sorteio: createRandom(options.seed), inicio: sandbox.clock.now() };
  const conta = { aberturas: 0, fechamentos: 0, adiadas: {} as Record<string, number> };
  const server = createServer(scenario, conta);
  const works: Work[] = [];
  try {
    const began = performance.now();
    const empresas = await openEmpresas(scenario, options);
    const empresaMs = (performance.now() - began) / options.cnpjs;
    t.ctx.config.sefazTimeoutMs = Math.ceil(Math.max(TIMEOUT_MS, EMPRESAS_PER_ANSWER * empresaMs));
    const notas = issueNotas(scenario, { options, empresas });
    const { inicio } = scenario;
    const at = (ms: number): Date => new Date(inicio.getTime() + ms);
    sandbox.sefaz.setFaultRules([
      { quais: ["fora-do-ar"], de: at(OUTAGE.de), ate: at(OUTAGE.ate) },
      { quais: FAULTS, proporcao: FAULT_SHARE, semente: options.seed },
    ]);
    // Two workers, as on two hosts.
    for (let n = 0; n < 2; n += 1) works.push(await startWork(server.ctx, HANDLERS));
    await runClock(scenario, { options, notas, server, say });
    return { ...(await look(scenario, notas)), ...conta };
  } finally {
    await Promise.all(works.map((work) => work.stop(5_000)));
    closeSefazClients();
    await t.dispose();
    await sandbox.stop();
    await fs.rm(dir, { recursive: true, force: true });
  }
}

const HANDLERS: JobHandlers = {
  run: async (ctx, job) => {
    if (job.tipo === "validate") await runPipelineJob(ctx, { ...job, tipo: "validate" });
  },
  onGiveUp: async (ctx, job) => {
    if (job.tipo === "validate") await giveUpPipelineJob(ctx, { ...job, tipo: "validate" });
  },
};

type Server = { ctx: AppContext; jump(): void };

/** The server on the sandbox's clock, with counters of quota refusals and circuit breakers. */
function createServer(
  { t, sandbox }: Scenario,
  conta: { aberturas: number; fechamentos: number; adiadas: Record<string, number> },
): Server {
  const listeners = new Set<() => void>();
  const clock: Clock = {
    now: () => sandbox.clock.now(),
    machine: () => new Date(),
    onJump: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const { gatekeeper } = t.ctx.database;
  const watched: typeof gatekeeper = {
    ...gatekeeper,
    takeSlot: async (slot) => {
      const refusal = await gatekeeper.takeSlot(slot);
      if (refusal) conta.adiadas[refusal.motivo] = (conta.adiadas[refusal.motivo] ?? 0) + 1;
      return refusal;
    },
    endSlot: async (slot, end) => {
      const change = await gatekeeper.endSlot(slot, end);
      if (change === "abriu") conta.aberturas += 1;
      if (change === "fechou") conta.fechamentos += 1;
      return change;
    },
  };
  const ctx = { ...t.ctx, clock, database: { ...t.ctx.database, gatekeeper: watched } };
  const jump = (): void => {
    for (const listener of listeners) listener();
  };
  return { ctx, jump };
}

/** Opens one certificate; the others copy it with their own subject, because opening is slow. */
async function openTemplate({ certificateIssuer: emissora }: Sandbox): Promise<CertificadoA1> {
  const { pfx, senha } = await emissora.make({ cnpj: inventCnpj(0) });
  const opened = openCertificado(pfx, senha);
  if (opened.kind !== "ok") throw new Error("the certificate does not open");
  return opened.certificado;
}

async function openEmpresas({ t, sandbox }: Scenario, { cnpjs, contas }: DayOptions): Promise<Empresa[]> {
  const ids: string[] = [];
  for (let n = 0; n < contas; n += 1) ids.push((await t.createConta({ sandbox: true })).contaId);
  const empresas: Empresa[] = [];
  const modelo = await openTemplate(sandbox);
  for (let n = 0; n < cnpjs; n += 1) {
    const cnpj = inventCnpj(n + 1);
    const contaId = ids[n % contas] ?? "";
    const { empresaId } = await t.createEmpresa(contaId, { cnpj, nome: `Empresa Inventada ${n} Ltda` });
    const { pfx, senha, chavePem, certificadoPem, validoAte } = await sandbox.certificateIssuer.make({
      cnpj,
    });
    const certificado = { ...modelo, cnpj, chavePem, certificadoPem, validoAte };
    const now = sandbox.clock.now();
    const novo = sealCertificado(t.ctx.secretBox, {
      empresaId,
      pfx,
      senha,
      certificado,
      cadeia: "nao-verificada",
      enviadoPor: null,
    });
    await t.ctx.database.withConta(contaId, (db) =>
      storeCertificado(db, contaId, { newCertificado: novo, now }),
    );
    empresas.push({ contaId, empresaId, cnpj });
  }
  return empresas;
}

/** Notas of every UF and modelo, entered in the SEFAZ ledger; one in ten belongs to two contas. */
function issueNotas(
  { sandbox, sorteio: random, inicio }: Scenario,
  { options, empresas }: { options: DayOptions; empresas: readonly Empresa[] },
): Nota[] {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const notas = Array.from({ length: options.notas }, (_, n): Nota => {
    const emissao = new Date(inicio.getTime() + Math.floor(random() * DAY_MS));
    const modelo = pick(MODELOS);
    const uf = UFS[n % UFS.length];
    const tpEmis = random() < CONTINGENCY_SHARE ? contingencyTpEmis(modelo, uf?.sigla ?? "SP") : "1";
    const chave = inventChave({ cUF: uf?.codigo ?? "35", modelo, tpEmis, numero: n + 1, emissao });
    const first = pick(empresas);
    const second =
      random() < TWO_CONTAS_SHARE ? pick(empresas.filter(({ contaId }) => contaId !== first.contaId)) : null;
    return { chave, emissao, empresas: second ? [first, second] : [first] };
  }).filter(({ chave }) => hasAuthorizer(chave));
  for (const { chave, emissao } of notas) {
    sandbox.sefaz.ledger.enterNota({
      ambiente: "1",
      verAplic: "DIA1",
      chaveAcesso: chave,
      dataRecebimento: `${emissao.toISOString().slice(0, 19)}+00:00`,
      numero: `1${chave.slice(0, 2)}26${String(Number(chave.slice(25, 34))).padStart(10, "0")}`,
      digVal: DIG_VAL,
      cStat: "100",
      xMotivo: "Autorizado o uso",
    });
  }
  return notas.toSorted((a, b) => a.emissao.getTime() - b.emissao.getTime());
}

function contingencyTpEmis(modelo: string, uf: string): string {
  return SVC_RS[modelo]?.includes(uf) ? "7" : (OTHER_SVC[modelo] ?? "1");
}

const DIG_VAL = "q1b5lTQ3J8m0X0kq3pZy5m1y0eA=";

type ClockRun = { options: DayOptions; notas: readonly Nota[]; server: Server; say(line: string): void };

/** Advances the clock until the last nota's recheck at +25 h is past, with time for its answer. */
async function runClock(scenario: Scenario, { options, notas, server, say }: ClockRun): Promise<void> {
  const { sandbox, inicio } = scenario;
  const jumps = new Map(CLOCK_JUMPS);
  let next = 0;
  for (;;) {
    const now = sandbox.clock.now().getTime() - inicio.getTime();
    const here = notas
      .slice(next)
      .findIndex(({ emissao }) => emissao.getTime() > sandbox.clock.now().getTime());
    const until = here === -1 ? notas.length : next + here;
    await receive(scenario, notas.slice(next, until));
    next = until;
    server.jump();
    const [jumpHour, ms] = [...jumps].find(([hour]) => now >= hour * HOUR_MS) ?? [];
    if (jumpHour !== undefined && ms !== undefined) {
      // The jump comes while queries run.
      jumps.delete(jumpHour);
      await new Promise((resolve) => setTimeout(resolve, 100));
      sandbox.clock.advance(ms);
      server.jump();
      continue;
    }
    await waitUntilIdle(scenario);
    say(`+${(now / HOUR_MS).toFixed(1)} h: ${next} notas`);
    if (now > DAY_MS + RECHECK_MS + 12 * HOUR_MS) return;
    sandbox.clock.advance(options.stepMs);
    server.jump();
  }
}

/** Waits until no tarefa is due or running. */
async function waitUntilIdle({ t, sandbox }: Scenario): Promise<void> {
  for (;;) {
    const [row] = await t.asOwner<{ n: number }>(
      `SELECT count(*)::int AS n FROM tarefa WHERE tipo = 'validate'
         AND (estado = 'entregue' OR (estado = 'pendente' AND vence_em <= $1))`,
      [sandbox.clock.now()],
    );
    if (row?.n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Stores notas as ingest does: a document, a nota, and the tarefa that validates it. */
async function receive({ t, sandbox }: Scenario, notas: readonly Nota[]): Promise<void> {
  const views = notas.flatMap((nota) => nota.empresas.map((empresa) => ({ nota, ...empresa })));
  const contas = new Set(views.map(({ contaId }) => contaId));
  const now = sandbox.clock.now();
  for (const contaId of contas) {
    const own = views.filter((view) => view.contaId === contaId);
    await t.asOwner(INSERT_NOTAS, [contaId, now, JSON.stringify(own.map(toRecord))]);
    await t.ctx.database.withConta(contaId, (db) =>
      planTasks(
        db,
        contaId,
        own.map(({ nota }) => toValidateTask(nota.chave, { venceEm: now })),
      ),
    );
  }
}

const TIPOS: Readonly<Record<string, string>> = { 55: "NFe", 65: "NFCe", 57: "CTe", 67: "CTeOS", 58: "MDFe" };

function toRecord({ nota, empresaId, cnpj }: { nota: Nota; empresaId: string; cnpj: string }): object {
  const { chave, emissao } = nota;
  return {
    ...{
      id: randomUUID(),
      documento_id: randomUUID(),
      chave,
      empresa_id: empresaId,
      cnpj_destinatario: cnpj,
    },
    ...{ tipo_nota: TIPOS[chave.slice(20, 22)], numero: Number(chave.slice(25, 34)), emissao },
    ...{ dia: dayInZone(emissao, zoneOfUf("SP")), cnpj_emitente: chave.slice(6, 20) },
  };
}

const INSERT_NOTAS = `WITH r AS (
    SELECT * FROM json_to_recordset($3) AS r (id uuid, documento_id uuid, chave text, empresa_id uuid, cnpj_destinatario text,
      tipo_nota text, numero integer, emissao timestamptz, dia date, cnpj_emitente text)
  ), d AS (
    INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, dig_val, tamanho, mes, criado_em)
    SELECT $1, documento_id, documento_id::text, documento_id::text, 'nota', chave, tipo_nota, 'integra', '${DIG_VAL}', 1, $2::timestamptz::date, $2
    FROM r
  )
  INSERT INTO nota (conta_id, id, chave, papel, empresa_id, documento_id, tipo_nota, numero_nota, serie_nota, data_emissao, dia_emissao,
    valor_total, nome_emitente, emitente_ordem, cnpj_emitente, cnpj_destinatario, veredito, dig_val, nfe_status, criado_em, alterado_em)
  SELECT $1, id, chave, 'E', empresa_id, documento_id, tipo_nota, numero, 1, emissao, dia, 100, 'Emitente Inventado', 'emitente inventado',
    cnpj_emitente, cnpj_destinatario, 'integra', '${DIG_VAL}', '100', $2, $2 FROM r`;

type AnswerRow = { conta_id: string; chave: string; pedida_em: Date };

async function look(
  { t, sandbox }: Scenario,
  notas: readonly Nota[],
): Promise<Omit<DayResult, "aberturas" | "fechamentos" | "adiadas">> {
  const rows = await t.asOwner<AnswerRow>(
    "SELECT conta_id, chave, pedida_em FROM consulta WHERE cstat = '100' ORDER BY pedida_em",
  );
  const answers = new Map<string, AnswerRow[]>();
  for (const row of rows) {
    const key = `${row.conta_id} ${row.chave}`;
    answers.set(key, [...(answers.get(key) ?? []), row]);
  }
  const views = notas.flatMap(({ empresas, ...nota }) =>
    empresas.map(({ contaId }) => ({ ...nota, contaId })),
  );
  const agesOf = ({ contaId, chave, emissao }: (typeof views)[number]): number[] =>
    (answers.get(`${contaId} ${chave}`) ?? []).map(
      ({ pedida_em }) => pedida_em.getTime() - emissao.getTime(),
    );
  const late = views.filter((view) => (agesOf(view)[0] ?? Number.POSITIVE_INFINITY) > DAY_MS);
  const unchecked = views.filter(
    (view) => !agesOf(view).some((age) => age >= RECHECK_MS && age <= RECHECK_MS + DAY_MS),
  );
  const [totals] = await t.asOwner<{ n: number; falhas: number; autorizadores: number }>(
    `SELECT count(*)::int AS n, count(falha)::int AS falhas,
       count(DISTINCT (autorizador, substr(chave, 21, 2)))::int AS autorizadores FROM consulta`,
  );
  const desistidas = await t.asOwner("SELECT FROM tarefa WHERE estado = 'desistiu'");
  return {
    notas: views.length,
    autorizadores: totals?.autorizadores ?? 0,
    consultas: totals?.n ?? 0,
    falhas: totals?.falhas ?? 0,
    semRespostaEm24h: late.map(({ chave }) => chave),
    semConferencia: unchecked.map(({ chave }) => chave),
    desistidas: desistidas.length,
    contadores: sandbox.sefaz.counters.read(),
    piorRespostaH: Math.max(...views.map((view) => agesOf(view)[0] ?? 0)) / HOUR_MS,
  };
}

function inventCnpj(n: number): string {
  const base = `${String(50_000_000 + n * 137).padStart(8, "0")}0001`;
  return `${base}${cnpjCheckDigits(base)}`;
}

function inventChave(o: {
  cUF: string;
  modelo: string;
  tpEmis: string;
  numero: number;
  emissao: Date;
}): string {
  const mes = o.emissao.toISOString().slice(2, 7).replace("-", "");
  const numero = String(o.numero).padStart(9, "0");
  const key43 = `${o.cUF}${mes}${inventCnpj(900 + (o.numero % 50))}${o.modelo}001${numero}${o.tpEmis}${String(10_000_000 + o.numero)}`;
  return `${key43}${checkDigit(key43)}`;
}
