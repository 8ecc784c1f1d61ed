import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  type ContadoresSefaz,
  type FalhaSefaz,
  type Sandbox,
  seedAcervo,
  startSandbox,
} from "@malote/sandbox";
import { type CertificadoA1, openCertificado } from "@malote/sefaz";
import { checkDigit, cnpjCheckDigits, diaInZona, UFS, zonaOfUf } from "@malote/syntax";
import type { AppContext } from "../src/app-context.ts";
import type { Clock } from "../src/clock.ts";
import type { JobHandlers } from "../src/jobs/job.ts";
import { startWork, type Work } from "../src/jobs/work.ts";
import { giveUpPipelineJob, runPipelineJob } from "../src/pipeline/run-stage.ts";
import { keepCertificado } from "../src/services/certificado/keep-certificado.ts";
import { sealCertificado } from "../src/services/certificado/seal-certificado.ts";
import { hasConsulta, toValidate } from "../src/services/sefaz/sefaz.rules.ts";
import { closeSefazClients } from "../src/services/sefaz/sefaz-clients.ts";
import { planTarefas } from "../src/services/tarefa/tarefa.rows.ts";
import { createRandom } from "./acaso.ts";
import { createTestContext, type TestContext } from "./context.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Size of the simulated day. passoMs: step of the clock. */
export type Dia = { notas: number; cnpjs: number; contas: number; passoMs: number; semente: number };

/** The results of the day. Each list of chaves should be empty. */
export type Visto = {
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
  contadores: ContadoresSefaz;
  /** Slowest first answer, in hours of the simulated day. */
  piorRespostaH: number;
};

/** Shorter than any real SEFAZ service takes: many of these calls are never answered. */
const TIMEOUT_MS = 400;
/** On a slower or busy machine, the timeout is this many times the time to create one company. */
const EMPRESAS_POR_RESPOSTA = 4;
const FALHAS: Exclude<FalhaSefaz, "nenhuma">[] = [
  ...(["fora-do-ar", "sem-previsao", "sem-resposta", "lenta", "http-403", "http-500"] as const),
  ...(["html-500", "html-200", "charset-errado", "soap-fault", "conexao-cortada"] as const),
];
const UM_TERCO = 0.3;
/** SEFAZ is down for two hours in the middle of the day. */
const PARADA = { de: 9 * HOUR_MS, ate: 11 * HOUR_MS };
/** At these hours the clock jumps while queries are running. */
const SALTOS: ReadonlyMap<number, number> = new Map([
  [5, 2 * HOUR_MS],
  [30, 3 * HOUR_MS],
]);
const DURA_MS = 24 * HOUR_MS;
const CONFERE_MS = 25 * HOUR_MS;
const MODELOS = ["55", "55", "55", "65", "57", "67", "58"];
/** Notas issued in contingency are authorized by the SVC of the issuer's UF. @source NT 2013.007;
 * MOC CT-e */
const SVC_RS: Readonly<Record<string, readonly string[]>> = {
  "55": ["AM", "BA", "GO", "MA", "MS", "MT", "PE", "PR"],
  "57": ["AP", "MS", "MT", "PE", "RR", "SP"],
};
const OUTRO_SVC: Readonly<Record<string, string>> = { "55": "6", "57": "8" };
const CONTINGENCIA = 0.03;
const EM_DUAS_CONTAS = 0.1;

type Cenario = { t: TestContext; sandbox: Sandbox; sorteio: () => number; inicio: Date };
type Empresa = { contaId: string; empresaId: string; cnpj: string };
type Nota = { chave: string; emissao: Date; empresas: Empresa[] };

/** Simulates a day: notas arrive as they are issued, the workers query SEFAZ, the clock advances. */
export async function liveDia(dia: Dia, say: (line: string) => void = () => {}): Promise<Visto> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-dia-"));
  await seedAcervo(dir);
  const sandbox = await startSandbox({ dir, consolePort: 0 });
  const t = await createTestContext({ sandbox: { info: sandbox.info } });
  const cenario = { t, sandbox, sorteio: createRandom(dia.semente), inicio: sandbox.clock.now() };
  const conta = { aberturas: 0, fechamentos: 0, adiadas: {} as Record<string, number> };
  const casa = createCasa(cenario, conta);
  const works: Work[] = [];
  try {
    const began = performance.now();
    const empresas = await openEmpresas(cenario, dia);
    const empresaMs = (performance.now() - began) / dia.cnpjs;
    t.ctx.config.sefazTimeoutMs = Math.ceil(Math.max(TIMEOUT_MS, EMPRESAS_POR_RESPOSTA * empresaMs));
    const notas = writeNotas(cenario, { dia, empresas });
    const { inicio } = cenario;
    const at = (ms: number): Date => new Date(inicio.getTime() + ms);
    sandbox.sefaz.setFalhas([
      { quais: ["fora-do-ar"], de: at(PARADA.de), ate: at(PARADA.ate) },
      { quais: FALHAS, proporcao: UM_TERCO, semente: dia.semente },
    ]);
    // Two workers, as on two hosts.
    for (let n = 0; n < 2; n += 1) works.push(await startWork(casa.ctx, HANDLERS));
    await runClock(cenario, { dia, notas, casa, say });
    return { ...(await look(cenario, notas)), ...conta };
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

type Casa = { ctx: AppContext; jump(): void };

/** The server on the sandbox's clock, with counters of quota refusals and circuit breakers. */
function createCasa(
  { t, sandbox }: Cenario,
  conta: { aberturas: number; fechamentos: number; adiadas: Record<string, number> },
): Casa {
  const heeding = new Set<() => void>();
  const clock: Clock = {
    now: () => sandbox.clock.now(),
    machine: () => new Date(),
    onJump: (heed) => {
      heeding.add(heed);
      return () => heeding.delete(heed);
    },
  };
  const { portaria } = t.ctx.database;
  const watched: typeof portaria = {
    ...portaria,
    takeVez: async (vez) => {
      const recusa = await portaria.takeVez(vez);
      if (recusa) conta.adiadas[recusa.motivo] = (conta.adiadas[recusa.motivo] ?? 0) + 1;
      return recusa;
    },
    endVez: async (vez, fim) => {
      const mudou = await portaria.endVez(vez, fim);
      if (mudou === "abriu") conta.aberturas += 1;
      if (mudou === "fechou") conta.fechamentos += 1;
      return mudou;
    },
  };
  const ctx = { ...t.ctx, clock, database: { ...t.ctx.database, portaria: watched } };
  const jump = (): void => {
    for (const heed of heeding) heed();
  };
  return { ctx, jump };
}

/** Opens one certificate; the others copy it with their own subject, because opening is slow. */
async function openModelo({ emissora }: Sandbox): Promise<CertificadoA1> {
  const { pfx, senha } = await emissora.make({ cnpj: inventCnpj(0) });
  const opened = openCertificado(pfx, senha);
  if (opened.kind !== "ok") throw new Error("the certificate does not open");
  return opened.certificado;
}

async function openEmpresas({ t, sandbox }: Cenario, { cnpjs, contas }: Dia): Promise<Empresa[]> {
  const ids: string[] = [];
  for (let n = 0; n < contas; n += 1) ids.push((await t.createConta({ sandbox: true })).contaId);
  const empresas: Empresa[] = [];
  const modelo = await openModelo(sandbox);
  for (let n = 0; n < cnpjs; n += 1) {
    const cnpj = inventCnpj(n + 1);
    const contaId = ids[n % contas] ?? "";
    const { empresaId } = await t.createEmpresa(contaId, { cnpj, nome: `Empresa Inventada ${n} Ltda` });
    const { pfx, senha, chavePem, certificadoPem, validoAte } = await sandbox.emissora.make({ cnpj });
    const certificado = { ...modelo, cnpj, chavePem, certificadoPem, validoAte };
    const agora = sandbox.clock.now();
    const novo = sealCertificado(t.ctx.cofre, {
      empresaId,
      pfx,
      senha,
      certificado,
      cadeia: "nao-verificada",
      enviadoPor: null,
    });
    await t.ctx.database.withContaSql(contaId, (sql) => keepCertificado(sql, contaId, { novo, agora }));
    empresas.push({ contaId, empresaId, cnpj });
  }
  return empresas;
}

/** Notas of every UF and modelo, entered in the SEFAZ ledger; one in ten belongs to two contas. */
function writeNotas(
  { sandbox, sorteio, inicio }: Cenario,
  { dia, empresas }: { dia: Dia; empresas: readonly Empresa[] },
): Nota[] {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(sorteio() * all.length)] as T;
  const notas = Array.from({ length: dia.notas }, (_, n): Nota => {
    const emissao = new Date(inicio.getTime() + Math.floor(sorteio() * DURA_MS));
    const modelo = pick(MODELOS);
    const uf = UFS[n % UFS.length];
    const tpEmis = sorteio() < CONTINGENCIA ? contingenciaOf(modelo, uf?.sigla ?? "SP") : "1";
    const chave = inventChave({ cUF: uf?.codigo ?? "35", modelo, tpEmis, numero: n + 1, emissao });
    const first = pick(empresas);
    const second =
      sorteio() < EM_DUAS_CONTAS ? pick(empresas.filter(({ contaId }) => contaId !== first.contaId)) : null;
    return { chave, emissao, empresas: second ? [first, second] : [first] };
  }).filter(({ chave }) => hasConsulta(chave));
  for (const { chave, emissao } of notas) {
    sandbox.sefaz.livro.enterNota({
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

function contingenciaOf(modelo: string, uf: string): string {
  return SVC_RS[modelo]?.includes(uf) ? "7" : (OUTRO_SVC[modelo] ?? "1");
}

const DIG_VAL = "q1b5lTQ3J8m0X0kq3pZy5m1y0eA=";

type Corrida = { dia: Dia; notas: readonly Nota[]; casa: Casa; say(line: string): void };

/** Advances the clock until the last nota's recheck at +25 h is past, with time for its answer. */
async function runClock(cenario: Cenario, { dia, notas, casa, say }: Corrida): Promise<void> {
  const { sandbox, inicio } = cenario;
  const saltos = new Map(SALTOS);
  let next = 0;
  for (;;) {
    const agora = sandbox.clock.now().getTime() - inicio.getTime();
    const here = notas
      .slice(next)
      .findIndex(({ emissao }) => emissao.getTime() > sandbox.clock.now().getTime());
    const ate = here === -1 ? notas.length : next + here;
    await receive(cenario, notas.slice(next, ate));
    next = ate;
    casa.jump();
    const [hora, ms] = [...saltos].find(([hour]) => agora >= hour * HOUR_MS) ?? [];
    if (hora !== undefined && ms !== undefined) {
      // The jump comes while queries run.
      saltos.delete(hora);
      await new Promise((resolve) => setTimeout(resolve, 100));
      sandbox.clock.advance(ms);
      casa.jump();
      continue;
    }
    await waitQuiet(cenario);
    say(`+${(agora / HOUR_MS).toFixed(1)} h: ${next} notas`);
    if (agora > DURA_MS + CONFERE_MS + 12 * HOUR_MS) return;
    sandbox.clock.advance(dia.passoMs);
    casa.jump();
  }
}

/** Waits until no tarefa is due or running. */
async function waitQuiet({ t, sandbox }: Cenario): Promise<void> {
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
async function receive({ t, sandbox }: Cenario, notas: readonly Nota[]): Promise<void> {
  const views = notas.flatMap((nota) => nota.empresas.map((empresa) => ({ nota, ...empresa })));
  const contas = new Set(views.map(({ contaId }) => contaId));
  const agora = sandbox.clock.now();
  for (const contaId of contas) {
    const own = views.filter((view) => view.contaId === contaId);
    await t.asOwner(INSERT_NOTAS, [contaId, agora, JSON.stringify(own.map(toRecord))]);
    await t.ctx.database.withContaSql(contaId, (sql) =>
      planTarefas(
        sql,
        contaId,
        own.map(({ nota }) => toValidate(nota.chave, { venceEm: agora })),
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
    ...{ dia: diaInZona(emissao, zonaOfUf("SP")), cnpj_emitente: chave.slice(6, 20) },
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

type Resposta = { conta_id: string; chave: string; pedida_em: Date };

async function look(
  { t, sandbox }: Cenario,
  notas: readonly Nota[],
): Promise<Omit<Visto, "aberturas" | "fechamentos" | "adiadas">> {
  const rows = await t.asOwner<Resposta>(
    "SELECT conta_id, chave, pedida_em FROM consulta WHERE cstat = '100' ORDER BY pedida_em",
  );
  const answers = new Map<string, Resposta[]>();
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
  const late = views.filter((view) => (agesOf(view)[0] ?? Number.POSITIVE_INFINITY) > DURA_MS);
  const unchecked = views.filter(
    (view) => !agesOf(view).some((age) => age >= CONFERE_MS && age <= CONFERE_MS + DURA_MS),
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
    contadores: sandbox.sefaz.contadores.read(),
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
