import { MESSAGES, METHODS, type MethodName } from "@malote/contract";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { SMTP_SANDBOX } from "../../src/mail/smtp-url.ts";
import { failTask, finishTask, giveUpTask, planTasks } from "../../src/services/task/task.rows.ts";
import type { TaskType } from "../../src/services/task/task.rules.ts";
import { REPLAY_CALLS } from "../database/replay/replay-calls.ts";
import type { EntityIds } from "../database/replay/replay-rows.ts";
import { createWire, get, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

let wire: Wire;
let ana: SignedInUser;
let beto: SignedInUser;

beforeAll(async () => {
  wire = await createWire({ smtp: { ...SMTP_SANDBOX, porta: 9 } });
  // Noon in São Paulo: a failure a few minutes ago is a failure of today.
  wire.clock.set(new Date("2026-11-24T15:00:00Z"));
  ana = await signInNewUser(wire);
  beto = await signInNewUser(wire);
  await wire.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [ana.usuarioId]);
});
afterAll(() => wire.dispose());

type ListedFailure = {
  id: string;
  contaId: string;
  tipo: string;
  motivo: string;
  estado: string;
  tentativas: number;
  tentativasMax: number | null;
  tentarJa: boolean;
  impedimento: string | null;
  proximaEm: string;
};
type FailedAttempt = {
  espera?: "falha" | "mundo" | "pedida" | "banco";
  causa: string;
  awayMs?: number | null;
};

const now = (): Date => wire.clock.now();
const list = async (searchFilter = {}): Promise<ListedFailure[]> =>
  (await ana.call("Operador.getListFalha", { searchFilter, pageSize: 200 })).results as ListedFailure[];

/** Plans a tarefa and marks it as started by a worker. */
async function startTarefa(contaId: string, tipo: TaskType, o: { alvo?: string; cota?: string } = {}) {
  const { alvo = newId(), cota = "" } = o;
  await wire.ctx.database.withConta(contaId, (db) =>
    planTasks(db, contaId, [{ tipo, alvo, cota, venceEm: now() }]),
  );
  const [row] = await wire.asOwner<{ id: string; tentativa: number }>(
    `UPDATE tarefa SET estado = 'entregue', tentativa = tentativa + 1, executor = 1, iniciada_em = now(), arrendada_ate = now()
     WHERE conta_id = $1 AND tipo = $2 AND alvo = $3 AND estado = 'pendente' RETURNING id, tentativa`,
    [contaId, tipo, alvo],
  );
  if (row === undefined) throw new Error("no tarefa was planned");
  return { tarefaId: row.id, tentativa: row.tentativa, alvo };
}

type StartedTarefa = Awaited<ReturnType<typeof startTarefa>>;

const fail = (
  contaId: string,
  started: StartedTarefa,
  { espera: wait = "mundo", causa, awayMs = HOUR_MS }: FailedAttempt,
) =>
  wire.ctx.database.withConta(contaId, (db) =>
    failTask(db, contaId, { ...started, now: now(), resultado: "x", espera: wait, causa, awayMs }),
  );
const giveUp = (contaId: string, started: StartedTarefa) =>
  wire.ctx.database.withConta(contaId, (db) => giveUpTask(db, contaId, { ...started, now: now() }));

describe("a user outside the product team", () => {
  const METHOD_NAMES = (Object.keys(METHODS) as MethodName[]).filter((name) => name.startsWith("Operador."));
  const ids = new Proxy({}, { get: () => newId() }) as EntityIds;

  test.each(METHOD_NAMES)("the method %s is refused", async (name) => {
    const params = REPLAY_CALLS[name](ids);
    expect(await beto.call(name, params)).toMatchObject({
      sucesso: false,
      mensagem: MESSAGES.produtoRestrito,
    });
  });

  test("the diagnostics file is refused, even for an API token of a product user", async () => {
    const file = (token: string) =>
      get(wire, "/Services/downloadDiagnostico", { authorization: `Bearer ${token}` });
    expect((await file(beto.token)).status).toBe(403);
    const { object } = await ana.call("Usuario.setNewAPIToken", {});
    expect((await file((object as { token: string }).token)).status).toBe(403);
  });

  test("the gatekeeper functions return and change nothing", async () => {
    const { gatekeeper } = wire.ctx.database;
    const caller = { contaId: beto.contaId, usuarioId: beto.usuarioId };
    await startTarefa(ana.contaId, "ingest").then((started) =>
      fail(ana.contaId, started, { causa: "banco" }),
    );
    const o = { now: now(), salto: 0, limite: 20 };
    const filter = {
      now: now(),
      desde: now(),
      tipo: null,
      deQuem: null,
      estado: null,
      de: null,
      ate: null,
    };
    expect(await gatekeeper.findQueues(caller, { now: now(), minutos: 5 })).toEqual([]);
    expect(await gatekeeper.findFailures(caller, filter, { ...o, ids: null })).toEqual([]);
    expect((await gatekeeper.findWaiting(caller, o)).rows).toEqual([]);
    expect((await gatekeeper.findCaixaStatuses(caller, { ...o, erro: false })).rows).toEqual([]);
    expect((await gatekeeper.findActs(caller, o)).rows).toEqual([]);
    expect(await gatekeeper.reachesConta(caller, ana.contaId)).toBe(false);
    expect(await gatekeeper.setPause(caller, { id: newId(), now: now(), pausada: true, motivo: null })).toBe(
      false,
    );
    expect(await gatekeeper.findPause()).toBeNull();
    await wire.asOwner("TRUNCATE tarefa");
  });

  test("a product user of a demo conta sees only demo contas and cannot pause polls", async () => {
    const demoConta = await wire.createConta({ identificador: "mostra", sandbox: true });
    const { usuarioId } = await wire.createUsuario(demoConta.contaId);
    await wire.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
    await fail(ana.contaId, await startTarefa(ana.contaId, "ingest"), { causa: "banco" });
    await fail(demoConta.contaId, await startTarefa(demoConta.contaId, "ingest"), { causa: "banco" });
    const { gatekeeper } = wire.ctx.database;
    const demoUser = { contaId: demoConta.contaId, usuarioId };
    const filter = {
      ...{ now: now(), desde: now(), tipo: null, deQuem: null, estado: null, de: null, ate: null },
    };
    const seen = await gatekeeper.findFailures(demoUser, filter, { ids: null, salto: 0, limite: 20 });
    expect(seen.map(({ conta }) => conta)).toEqual(["mostra"]);
    expect([
      await gatekeeper.reachesConta(demoUser, ana.contaId),
      await gatekeeper.findOperator(demoUser),
    ]).toEqual([false, { ve: true, manda: false }]);
    const pause = { id: newId(), now: now(), pausada: true, motivo: null };
    expect([await gatekeeper.setPause(demoUser, pause), await gatekeeper.findPause()]).toEqual([false, null]);
    expect(
      await ana.call("Operador.retryFalhas", { searchFilter: { contaId: demoConta.contaId } }),
    ).toMatchObject({
      object: { tentadas: 1 },
    });
    await wire.asOwner("TRUNCATE tarefa");
  });
});

describe("failures on the operator's screen", () => {
  test.each<[string, TaskType, string, string, string]>([
    [
      "SEFAZ's own answer",
      "validate",
      "sefaz:consulta:SVRS:55",
      "sefaz-disse:656",
      "SVRS: 656 Consumo indevido",
    ],
    ["silence", "manifesto", "sefaz:AN:evento", "sefaz:tempo", "AN: não respondeu a tempo"],
    [
      "the certificate",
      "validate",
      "sefaz:consulta:SP:55",
      "sefaz:certificado",
      "SP: não aceitou o certificado",
    ],
    ["a full disk", "exportacao", "", "disco-cheio", "Disco cheio"],
    ["the mail relay", "envio", "", "correio:421", "O servidor de saída de e-mails respondeu 421"],
    ["a worker that ended", "ingest", "", "perdida", "O worker que a executava parou antes do fim"],
    ["the database", "ingest", "", "banco", "O banco de dados não respondeu"],
    ["an error of ours", "ingest", "", "interna:TypeError", "Erro do Malote (TypeError)"],
  ])("each failure shows its reason in words: %s", async (_, tipo, cota, causa, words) => {
    await fail(beto.contaId, await startTarefa(beto.contaId, tipo, { cota }), { causa });
    const [listed] = await list({ contaId: beto.contaId, tipo });
    expect(listed?.motivo).toContain(words);
    await wire.asOwner("TRUNCATE tarefa");
  });

  test("a pause requested by SEFAZ shows its end and cannot be skipped by a retry", async () => {
    const { contaId } = beto;
    await fail(contaId, await startTarefa(contaId, "validate", { cota: "sefaz:consulta:SVRS:55" }), {
      ...{ causa: "sefaz-disse:656", espera: "pedida", awayMs: 61 * MINUTE_MS },
    });
    await fail(contaId, await startTarefa(contaId, "ingest"), { causa: "banco", espera: "banco" });
    const [, requested] = (await list({ contaId })).toSorted((a, b) => a.tipo.localeCompare(b.tipo));
    expect(requested).toMatchObject({ tentarJa: false, impedimento: "espera", tentativas: 1 });
    expect(requested?.motivo).toMatch(/^SVRS: 656 Consumo indevido\. Nova tentativa automática às 13:0\d$/);
    const listDue = async () =>
      await wire.asOwner("SELECT tipo FROM tarefa WHERE conta_id = $1 AND vence_em <= $2", [contaId, now()]);
    expect(await listDue()).toEqual([]);
    expect(await ana.call("Operador.retryFalhas", {})).toMatchObject({ object: { tentadas: 1 } });
    expect(await listDue()).toEqual([{ tipo: "ingest" }]);
    await wire.asOwner("TRUNCATE tarefa");
  });

  test("a retry of named failures retries only those failures", async () => {
    const { contaId } = beto;
    for (let n = 0; n < 3; n += 1)
      await fail(contaId, await startTarefa(contaId, "ingest"), { causa: "banco" });
    const [first] = await list({ contaId });
    if (first === undefined) throw new Error("no failure");
    const named = { falhas: [{ contaId, id: first.id }] };
    expect(await ana.call("Operador.retryFalhas", named)).toMatchObject({ object: { tentadas: 1 } });
    const due = await wire.asOwner<{ id: string }>("SELECT id FROM tarefa WHERE vence_em <= $1", [now()]);
    expect(due).toEqual([{ id: first.id }]);
    const { results } = await ana.call("Operador.getListRegistro", {});
    expect(results?.[0]).toMatchObject({ acao: "tentar-ja", detalhe: "1 trabalho" });
    await wire.asOwner("TRUNCATE tarefa");
  });

  test("a given-up tarefa is listed and can be retried, unless only its conta may request it", async () => {
    const { contaId } = beto;
    const validate = await startTarefa(contaId, "validate", {
      alvo: "35261111444777000161550010000000011000000010",
    });
    await fail(contaId, validate, { causa: "sefaz:tempo" });
    const again = await startTarefa(contaId, "validate", { alvo: validate.alvo });
    await giveUp(contaId, again);
    await giveUp(contaId, await startTarefa(contaId, "manifesto"));
    const listedFailures = await list({ contaId });
    expect(
      listedFailures.map(({ tipo, estado, tentarJa, impedimento }) => [tipo, estado, tentarJa, impedimento]),
    ).toEqual([
      ["manifesto", "desistiu", false, "conta"],
      ["validate", "desistiu", true, null],
    ]);
    expect(await ana.call("Operador.retryFalhas", {})).toMatchObject({ object: { tentadas: 1 } });
    expect((await list({ contaId })).map(({ tipo }) => tipo)).toEqual(["manifesto"]);
    const open = await wire.asOwner("SELECT alvo FROM tarefa WHERE estado = 'pendente'");
    expect(open).toEqual([{ alvo: validate.alvo }]);
    await wire.asOwner("TRUNCATE tarefa");
  });

  test("a failure leaves the list when the same work succeeds, and given-up work after its day", async () => {
    const { contaId } = beto;
    const alvo = newId();
    await giveUp(contaId, await startTarefa(contaId, "empresa", { alvo }));
    const later = await startTarefa(contaId, "empresa", { alvo });
    await wire.ctx.database.withConta(contaId, (db) => finishTask(db, contaId, { ...later, now: now() }));
    expect(await list({ contaId })).toEqual([]);
    await giveUp(contaId, await startTarefa(contaId, "empresa"));
    expect(await list({ contaId })).toHaveLength(1);
    await wire.asOwner(
      "UPDATE tarefa SET falhou_em = falhou_em - interval '1 day' WHERE falhou_em IS NOT NULL",
    );
    expect(await list({ contaId })).toEqual([]);
    expect(await list({ contaId, quandoDe: "2026-11-23", quandoAte: "2026-11-23" })).toHaveLength(1);
    await wire.asOwner("TRUNCATE tarefa");
  });

  test("a mailbox that refuses its password appears only in the list of mailboxes", async () => {
    await fail(beto.contaId, await startTarefa(beto.contaId, "poll"), {
      causa: "caixa:senha",
      espera: "pedida",
    });
    expect(await list()).toEqual([]);
    await wire.asOwner("TRUNCATE tarefa");
  });
});

describe("the work queues on the operator's screen", () => {
  test("the state lists every queue with its length, oldest tarefa, rate and situação", async () => {
    const { contaId } = beto;
    const { database } = wire.ctx;
    const venceEm = new Date(now().getTime() - 31 * MINUTE_MS);
    await database.withConta(contaId, (db) =>
      planTasks(db, contaId, [
        { tipo: "validate", alvo: "a", venceEm },
        { tipo: "ingest", alvo: "b", venceEm: now() },
      ]),
    );
    const minute = new Date(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS - MINUTE_MS);
    await database.gatekeeper.addFinishedWork({
      minuto: minute,
      executor: 1,
      feito: [{ tipo: "validate", feitas: 190, falhas: 0 }],
    });
    await database.gatekeeper.addFinishedWork({
      minuto: minute,
      executor: 2,
      feito: [{ tipo: "validate", feitas: 10, falhas: 0 }],
    });
    const { object } = await ana.call("Operador.getEstado", {});
    const { filas: queues, faixa: banner } = object as { filas: { tipo: string }[]; faixa: unknown };
    expect(queues).toHaveLength(12);
    expect(queues.find(({ tipo }) => tipo === "validate")).toMatchObject({
      ...{
        nome: "Consulta à SEFAZ",
        esperando: 1,
        porMinuto: 40,
        situacao: "atrasada",
        situacaoNome: "Atrasada",
      },
    });
    expect(queues.find(({ tipo }) => tipo === "ingest")).toMatchObject({ esperando: 1, situacao: "em-dia" });
    expect(banner).toMatchObject({ filasAtrasadas: 1, filaMaisAtrasada: { tipo: "validate" } });
    const { results } = await ana.call("Operador.getListEspera", {});
    expect(results).toEqual([expect.objectContaining({ contaId, esperando: 2, conta: beto.identificador })]);
    await wire.asOwner("TRUNCATE tarefa, trabalho_minuto");
  });
});

describe("notifications about mailboxes and certificates", () => {
  test("a conta is notified of a failing mailbox at most once in 24 h, and the notification is recorded", async () => {
    const { contaId } = beto;
    await wire.asOwner("UPDATE usuario SET proprietario_conta = true, ativado = true WHERE id = $1", [
      beto.usuarioId,
    ]);
    const { caixaId } = await wire.createCaixa(contaId);
    const notifyConta = () => ana.call("Operador.warnConta", { sobre: "caixa", contaId, id: caixaId });
    expect(await notifyConta()).toMatchObject({ mensagem: MESSAGES.caixaSemErro });
    await wire.asOwner("UPDATE caixa_email SET erro_desde = $2, ultimo_erro = 'senha' WHERE id = $1", [
      caixaId,
      now(),
    ]);
    const { results } = await ana.call("Operador.getListCaixa", { erro: true });
    expect(results).toEqual([
      expect.objectContaining({
        id: caixaId,
        motivo: expect.stringContaining("senha recusados"),
        avisar: true,
      }),
    ]);
    expect(await notifyConta()).toMatchObject({ sucesso: true, mensagem: MESSAGES.contaAvisada });
    expect(await notifyConta()).toMatchObject({
      sucesso: false,
      mensagem: expect.stringContaining("menos de 24 horas"),
    });
    expect(await wire.asOwner("SELECT modelo FROM envio WHERE conta_id = $1", [contaId])).toEqual([
      { modelo: "caixa-com-erro" },
    ]);
    const [act] = (await ana.call("Operador.getListRegistro", {})).results ?? [];
    expect(act).toMatchObject({ acao: "avisar-caixa", conta: ana.identificador });
    await wire.asOwner("UPDATE caixa_email SET avisada_em = avisada_em - interval '1 day' WHERE id = $1", [
      caixaId,
    ]);
    expect(await notifyConta()).toMatchObject({ sucesso: true });
  });

  test("a conta is notified of a certificate that expires soon at most once in 24 h", async () => {
    const { contaId } = beto;
    await wire.asOwner("UPDATE usuario SET proprietario_conta = true, ativado = true WHERE id = $1", [
      beto.usuarioId,
    ]);
    const { empresaId } = await wire.createEmpresa(contaId, { nome: "Loja Um" });
    const id = newId();
    await wire.asOwner(
      `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, valido_de, valido_ate)
       VALUES ($1, $2, $3, 'x', 'LOJA UM LTDA', $4, $4::timestamptz + interval '31 days')`,
      [contaId, id, empresaId, now()],
    );
    const notifyConta = () => ana.call("Operador.warnConta", { sobre: "certificado", contaId, id });
    expect(await notifyConta()).toMatchObject({ mensagem: MESSAGES.certificadoLonge });
    await wire.asOwner("UPDATE certificado SET valido_ate = valido_ate - interval '21 days' WHERE id = $1", [
      id,
    ]);
    expect(await notifyConta()).toMatchObject({ sucesso: true, mensagem: MESSAGES.contaAvisada });
    expect(await notifyConta()).toMatchObject({ mensagem: expect.stringContaining("menos de 24 horas") });
    const [envio] = await wire.asOwner<{ dados: unknown }>(
      "SELECT dados FROM envio WHERE conta_id = $1 AND modelo = 'certificado-vencendo'",
      [contaId],
    );
    expect(envio?.dados).toMatchObject({ empresaId, nome: "Loja Um", diasRestantes: 10 });
    await wire.asOwner(
      "UPDATE envio SET criado_em = criado_em - interval '1 day' WHERE conta_id = $1 AND modelo = 'certificado-vencendo'",
      [contaId],
    );
    expect(await notifyConta()).toMatchObject({ sucesso: true });
    await wire.asOwner("DELETE FROM certificado WHERE id = $1", [id]);
  });
});

describe("pause of the mailbox polls", () => {
  const claimOf = (tipo: TaskType) => {
    const turn = { contaId: newId(), cota: "", ultimas: new Map() };
    const ate = new Date(now().getTime() + MINUTE_MS);
    return { tipo, now: now(), ate, executor: 4_242, abertas: 9, porCota: 9, vez: turn };
  };

  test("the pause stops polls and nothing else, for every worker, until they are resumed", async () => {
    const { contaId } = beto;
    const { gatekeeper } = wire.ctx.database;
    const locks = await wire.asOwner("SELECT pg_advisory_lock($1, 4242)", [0x4d414c4f]);
    expect(locks).toHaveLength(1);
    const paused = await ana.call("Operador.setPausa", { pausada: true, motivo: "Troca de provedor" });
    expect(paused).toMatchObject({ object: { pausada: true, motivo: "Troca de provedor" } });
    await wire.ctx.database.withConta(contaId, (db) =>
      planTasks(db, contaId, [
        { tipo: "poll", alvo: "a", venceEm: now() },
        { tipo: "ingest", alvo: "b", venceEm: now() },
      ]),
    );
    expect((await gatekeeper.claimTasks(claimOf("poll"))).claimed).toEqual([]);
    expect((await gatekeeper.claimTasks(claimOf("ingest"))).claimed).toHaveLength(1);
    const { object } = await ana.call("Operador.getEstado", {});
    const { filas: queues, pausa: pause } = object as { filas: { tipo: string }[]; pausa: unknown };
    expect(queues.find(({ tipo }) => tipo === "poll")).toMatchObject({ situacao: "pausada", esperando: 1 });
    expect(pause).toMatchObject({ pausada: true, pausadaDesde: expect.stringMatching(/^20/) });
    await ana.call("Operador.setPausa", { pausada: false });
    expect((await gatekeeper.claimTasks(claimOf("poll"))).claimed).toHaveLength(1);
    const { results } = await ana.call("Operador.getListRegistro", {});
    expect(results?.slice(0, 2).map((each) => (each as { acao: string }).acao)).toEqual([
      "retomar-coleta",
      "pausar-coleta",
    ]);
  });
});

describe("storage and backup", () => {
  test("storage is measured without reading each document, listed by day, with the date when the disk is full", async () => {
    const { gatekeeper } = wire.ctx.database;
    expect((await ana.call("Operador.getArmazenamento", {})).object).toMatchObject({ usado: null, dias: [] });
    await gatekeeper.measureStorage(new Date(now().getTime() - 10 * DAY_MS));
    await wire.asOwner("INSERT INTO uso_mes (conta_id, mes, bytes) VALUES ($1, '2026-11-01', 1000000)", [
      beto.contaId,
    ]);
    await gatekeeper.measureStorage(now());
    await gatekeeper.measureStorage(now());
    const { object } = await ana.call("Operador.getArmazenamento", {});
    const { partes, dias, crescimentoDia, cheioEmTexto } = object as {
      partes: { tipo: string; bytes: number }[];
      dias: unknown[];
      crescimentoDia: number;
      cheioEmTexto: string;
    };
    expect(partes.find(({ tipo }) => tipo === "emails")?.bytes).toBe(1_000_000);
    expect(dias).toHaveLength(2);
    expect(crescimentoDia).toBeGreaterThanOrEqual(100_000);
    expect(cheioEmTexto).toMatch(/^cheio em /);
  });

  test("a backup can be requested only when a destination is configured", async () => {
    expect(await ana.call("Operador.requestBackup", {})).toMatchObject({
      mensagem: MESSAGES.backupSemDestino,
    });
    Object.assign(wire.ctx.config, { backupDestination: "/mnt/backup" });
    expect(await ana.call("Operador.requestBackup", {})).toMatchObject({ sucesso: true });
    const { object } = await ana.call("Operador.getBackups", {});
    expect(object).toMatchObject({
      configurado: true,
      destino: "/mnt/backup",
      pedidoEm: expect.stringMatching(/^20/),
    });
  });

  test("the diagnostics file contains no name, address or setting value", async () => {
    const file = await get(wire, "/Services/downloadDiagnostico", { authorization: `Bearer ${ana.token}` });
    expect(file.status).toBe(200);
    const text = await file.text();
    for (const secret of ["@", ana.identificador, beto.identificador, "/mnt/backup", wire.config.dataDir]) {
      expect(text).not.toContain(secret);
    }
  });
});
