import { PassThrough } from "node:stream";
import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runConta } from "../../src/commands/conta/run-conta.ts";
import { sweepUsage } from "../../src/jobs/cleanup/sweep-usage.ts";
import { SMTP_SANDBOX } from "../../src/mail/smtp-url.ts";
import { countEmails } from "../../src/services/conta/usage.rows.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { createWire, rpc, type Wire } from "../setup/wire.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await createWire({ smtp: { ...SMTP_SANDBOX, porta: 1 } });
});
afterAll(() => wire.dispose());

/** A terminal with one line of input. */
function terminalOf(line: string): NodeJS.ReadStream {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end(`${line}\n`);
  return stdin as unknown as NodeJS.ReadStream;
}

/** Runs the command as an operator types it: its exit code and output. */
async function run(line: string[], env: Record<string, string> = {}, typed: string | null = null) {
  const said = { out: "", err: "" };
  const to = (key: keyof typeof said) => ({
    write: (text: string) => {
      said[key] += text;
      return true;
    },
  });
  const { databaseUrl, dataDir, chave } = wire.config;
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MALOTE_KEY: chave.toString("base64"),
    ...env,
  };
  const code = await runConta(line, {
    env: environment,
    stdout: to("out") as NodeJS.WritableStream,
    stderr: to("err") as NodeJS.WritableStream,
    ...(typed === null ? {} : { stdin: terminalOf(typed) }),
  });
  return { code, ...said };
}

const CREATE_ARGS = [
  "--uf",
  "SP",
  "--tipo",
  "Jurídica",
  "--email",
  "ana@exemplo.test",
  "--usuario",
  "Ana",
  "--nome",
  "Ana Prado",
];
const callMethod = async (method: string, params: object) =>
  (await rpc(wire, { id: 1, method, params })).result;

test("the operator creates a conta, and its owner signs in through the printed link", async () => {
  const { code, out } = await run(["criar", "Central", ...CREATE_ARGS], {
    PUBLIC_URL: "https://malote.exemplo.test",
  });
  expect([code, out]).toEqual([0, expect.stringContaining("SMTP_URL não está definida")]);
  const token = /https:\/\/malote\.exemplo\.test\/usuario_convidado\/setup\/([\w-]{43})$/m.exec(out)?.[1];
  const answer = await callMethod("Usuario.saveInviteUsuario", {
    usuario: { nome: "Ana", nomeCompleto: "Ana Prado" },
    inviteToken: token,
    password: "Caminho7longo",
  });
  expect(answer).toMatchObject({ sucesso: true });
  const credentials = { identificador: "central", nomeUsuario: "ana", senha: "Caminho7longo" };
  expect(await callMethod("Auth.logar", credentials)).toMatchObject({ sucesso: true });
  expect(await wire.asOwner("SELECT FROM envio")).toHaveLength(0);
  const [act] = await wire.asOwner("SELECT acao, usuario, usuario_id FROM registro ORDER BY quando LIMIT 1");
  expect(act).toEqual({ acao: "criar-conta", usuario: "Operador", usuario_id: null });
  const again = await run(["criar", "CENTRAL", ...CREATE_ARGS]);
  expect(again).toMatchObject({ code: 1, out: "", err: "Este identificador já é de outra conta.\n" });
});

test("with a mail server, the owner's link is also sent by e-mail", async () => {
  const env = { SMTP_URL: "smtp://127.0.0.1:1", SMTP_FROM: "malote@exemplo.test" };
  const { code, out } = await run(["criar", "carta", ...CREATE_ARGS], env);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("O link também vai por e-mail para ana@exemplo.test."),
  ]);
  expect(await wire.asOwner("SELECT modelo FROM envio")).toEqual([{ modelo: "conta-nova" }]);
});

test("the operator sets plan and product flag, and the registro names the operator", async () => {
  const { contaId, identificador } = await wire.createConta();
  await wire.createUsuario(contaId, { nomeUsuario: "bia" });
  expect(await run(["plano", identificador.toUpperCase(), "2000"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("1.000 → 2.000 documentos por mês."),
  });
  expect(await run(["produto", identificador, "Bia", "sim"])).toMatchObject({ code: 0 });
  expect(await wire.asOwner("SELECT produto FROM usuario WHERE conta_id = $1", [contaId])).toEqual([
    { produto: true },
  ]);
  expect(await run(["produto", identificador, "bia", "não"])).toMatchObject({ code: 0 });
  const acts = await wire.asOwner(
    "SELECT acao, detalhe, usuario FROM registro WHERE conta_id = $1 ORDER BY ordem",
    [contaId],
  );
  expect(acts).toEqual([
    { acao: "alterar-plano", detalhe: "1000 → 2000", usuario: "Operador" },
    { acao: "alterar-usuario", detalhe: "bia: acesso de operador: sim", usuario: "Operador" },
    { acao: "alterar-usuario", detalhe: "bia: acesso de operador: não", usuario: "Operador" },
  ]);
});

test("the operator turns off a lost second factor, and the user is notified", async () => {
  const { contaId, identificador } = await wire.createConta();
  const { usuarioId } = await wire.createUsuario(contaId, { nomeUsuario: "bia" });
  await wire.asOwner(
    "UPDATE usuario SET totp_desde = now(), totp_selado = '\\x00', totp_passo = 9, totp_reservas = '{\"\\\\x01\"}' WHERE id = $1",
    [usuarioId],
  );
  const line = ["segundo-fator", identificador, "Bia", "desligar"];
  expect(await run(line)).toMatchObject({
    code: 0,
    out: `O segundo fator de Bia (conta ${identificador}) foi desligado.\n`,
  });
  expect(await run(line)).toMatchObject({ code: 0, out: expect.stringContaining("já estava desligado") });
  const [row] = await wire.asOwner(
    "SELECT totp_desde, totp_selado, totp_reservas FROM usuario WHERE id = $1",
    [usuarioId],
  );
  expect(row).toEqual({ totp_desde: null, totp_selado: null, totp_reservas: [] });
  const ofConta = "WHERE conta_id = $1";
  expect(await wire.asOwner(`SELECT acao, usuario, alvo FROM registro ${ofConta}`, [contaId])).toEqual([
    { acao: "desligar-segundo-fator", usuario: "Operador", alvo: usuarioId },
  ]);
  expect(
    await wire.asOwner(
      `SELECT para, dados->>'oQue' AS oque, dados->>'quem' AS quem FROM envio ${ofConta} AND modelo = 'acesso-alterado'`,
      [contaId],
    ),
  ).toEqual([{ para: "bia@exemplo.test", oque: "segundo-fator-desligado", quem: "Operador" }]);
});

test.each([
  [["segundo-fator", "ninguem", "bia", "desligar"], 1, "Não há conta com este identificador."],
  [["segundo-fator", "ninguem", "bia", "ligar"], 2, "segundo-fator pede IDENTIFICADOR, USUARIO e desligar."],
  [["plano", "ninguem", "2000"], 1, "Não há conta com este identificador."],
  [["produto", "ninguem", "bia", "sim"], 1, "Não há conta com este identificador."],
  [["plano", "ninguem", "3000"], 2, "Não há plano de 3000. Os planos são: 1000, 2000, 4000, 6000, 10000."],
  [["produto", "ninguem", "bia", "talvez"], 2, "produto pede IDENTIFICADOR, USUARIO e sim ou nao."],
  [["criar"], 2, "Falta IDENTIFICADOR."],
  [["criar", "a b", ...CREATE_ARGS], 2, "IDENTIFICADOR: O identificador não pode ter espaços."],
  [["criar", "x1y", ...CREATE_ARGS.slice(2)], 2, "Falta --uf."],
  [["criar", "x1y", ...CREATE_ARGS, "--uf", "XX"], 2, "--uf: "],
  [["criar", "x1y", ...CREATE_ARGS, "--tipo", "Outra"], 2, "--tipo deve ser Física ou Jurídica."],
  [
    ["criar", "x1y", ...CREATE_ARGS, "--email", "nenhum"],
    2,
    "--email: Este e-mail não parece completo. Confira.",
  ],
  [["criar", "x1y", ...CREATE_ARGS, "--senha", "x"], 2, "Há uma opção que não existe, ou sem valor."],
  [
    ["criar", "x1y", ...CREATE_ARGS, "Prado"],
    2,
    "Argumento a mais: Prado. Um nome com espaços vai entre aspas.",
  ],
  [["tentar", "tudo"], 2, "tentar aceita um destes tipos, ou nenhum: poll, ingest, validate"],
  [["apagar", "x1y"], 2, "apagar não existe."],
  [[], 2, "Informe o que fazer."],
])("the conta command refuses %j with a sentence", async (line, code, sentence) => {
  expect(await run(line)).toMatchObject({ code, out: "", err: expect.stringContaining(sentence) });
});

test("the operator retries waiting jobs of one kind or all at once, except those that SEFAZ asked to wait", async () => {
  const { contaId } = await wire.createConta();
  const waits = [
    ["poll", "mundo"],
    ["ingest", "arquivos"],
    ["ingest", "falha"],
    ["validate", "pedida"],
  ] as const;
  const venceEm = new Date(Date.now() + HOUR_MS);
  const newTarefas = waits.map(([tipo, alvo]) => ({ tipo, alvo, venceEm }));
  await wire.ctx.database.withConta(contaId, (db) => planTasks(db, contaId, newTarefas));
  await wire.asOwner("UPDATE tarefa SET espera = alvo WHERE conta_id = $1", [contaId]);
  expect(await run(["tentar", "poll"])).toMatchObject({
    code: 0,
    out: "1 trabalho é tentado de novo agora.\n",
  });
  expect(await run(["tentar"])).toMatchObject({ code: 0, out: "2 trabalhos são tentados de novo agora.\n" });
  expect(await run(["tentar"])).toMatchObject({ code: 0, out: "Nenhum trabalho espera nova tentativa.\n" });
  const waiting = "SELECT alvo FROM tarefa WHERE conta_id = $1 AND vence_em > now() ORDER BY alvo";
  expect(await wire.asOwner(waiting, [contaId])).toEqual([{ alvo: "pedida" }]);
});

test("the conta command prints its usage and names a missing setting", async () => {
  expect(await run(["--ajuda"])).toMatchObject({ code: 0, out: expect.stringContaining("Códigos de saída") });
  expect(await run(["plano", "x1y", "2000"], { DATABASE_URL: "" })).toMatchObject({
    code: 1,
    err: expect.stringContaining("Falta DATABASE_APP_URL"),
  });
  expect(
    await run(["plano", "x1y", "2000"], { DATABASE_URL: "postgresql://a:b@127.0.0.1:1/x" }),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining("O banco de dados não respondeu"),
  });
});

test("stored e-mails are counted in the month of the conta's time zone", async () => {
  const { contaId } = await wire.createConta({ uf: "AC" });
  const monthStart = new Date("2026-12-01T04:30:00Z");
  const [email] = await wire.asOwner<{ id: string }>(
    `INSERT INTO email (conta_id, id, importado, assunto, data, recebida_em, tamanho, estado)
     VALUES ($1, gen_random_uuid(), true, 'x', now(), now(), 1234, 'lido') RETURNING id`,
    [contaId],
  );
  for (const now of [monthStart, monthStart, new Date("2026-12-01T05:00:00Z")]) {
    await wire.ctx.database.withConta(contaId, (db) =>
      countEmails(db, contaId, { ids: [email?.id ?? ""], now }),
    );
  }
  const usage = await wire.asOwner(
    "SELECT mes::text, emails, bytes::int FROM uso_mes WHERE conta_id = $1 ORDER BY mes",
    [contaId],
  );
  expect(usage).toEqual([
    { mes: "2026-11-01", emails: 2, bytes: 2_468 },
    { mes: "2026-12-01", emails: 1, bytes: 1_234 },
  ]);
});

test("managers are notified once a month at 80 % and at 100 % of the plan, and again after a plan change", async () => {
  const { contaId, identificador } = await wire.createConta();
  await wire.createUsuario(contaId, { nomeUsuario: "dona" });
  await wire.createUsuario(contaId, { nomeUsuario: "comum", administrador: false });
  const use = (documentos: number) =>
    wire.asOwner(
      `INSERT INTO uso_mes (conta_id, mes, documentos) VALUES ($1, date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo')::date, $2)
       ON CONFLICT (conta_id, mes) DO UPDATE SET documentos = excluded.documentos`,
      [contaId, documentos],
    );
  const listNotified = async () => {
    await sweepUsage(wire.ctx);
    await sweepUsage(wire.ctx);
    const rows = await wire.asOwner<{ para: string; parte: number }>(
      "SELECT para, (dados->>'parte')::int AS parte FROM envio WHERE conta_id = $1 ORDER BY criado_em, id",
      [contaId],
    );
    return rows.map(({ para, parte }) => `${para} ${parte}`);
  };
  await use(799);
  expect(await listNotified()).toEqual([]);
  await use(820);
  expect(await listNotified()).toEqual(["dona@exemplo.test 80"]);
  await use(1_500);
  expect(await listNotified()).toEqual(["dona@exemplo.test 80", "dona@exemplo.test 100"]);
  await run(["plano", identificador, "2000"]);
  await use(1_700);
  expect(await listNotified()).toHaveLength(3);
});

test("after a database restore, the operator starts a new feed epoch for every conta", async () => {
  expect(await run(["restaurado", "demo"])).toMatchObject({ code: 2 });
  const said = /^Época nova do feed em \d+ contas?\.\n$/;
  expect(await run(["restaurado", "--sim"])).toEqual({ code: 0, out: expect.stringMatching(said), err: "" });
  const rows = await wire.asOwner("SELECT FROM conta_sequencia WHERE sequencia < 1700000000000");
  expect(rows).toEqual([]);
});

test("a new feed epoch needs confirmation: the word typed at the terminal, or --sim in a script", async () => {
  const count = async () => (await wire.asOwner("SELECT FROM feed_epoch")).length;
  const before = await count();
  expect(await run(["restaurado"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/repita com --sim\.$/m),
  });
  expect(await run(["restaurado"], {}, "sim")).toMatchObject({ code: 1, err: "Nada foi alterado.\n" });
  expect(await run(["plano", "Central", "2000", "--sim"])).toMatchObject({ code: 2 });
  expect(await count()).toBe(before);
  const { code, out } = await run(["restaurado"], {}, " Restaurado ");
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/Escreva restaurado para continuar: Época nova do feed em/),
  ]);
  expect(await count()).toBeGreaterThan(before);
});
