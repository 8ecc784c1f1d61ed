import { CONVITE_MS } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SMTP_SANDBOX } from "../../src/mail/smtp-url.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { ISSUE_DAYS_TASK } from "../../src/services/conta/conta.rules.ts";
import { openEmailData } from "../../src/services/outgoing-email/seal-data.ts";
import { moveIssueDays } from "../../src/services/painel/move-issue-days.ts";
import { solveCaptcha } from "../setup/captcha.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await createWire({ smtp: { ...SMTP_SANDBOX, porta: 1 } });
});
afterAll(() => wire.dispose());
// Resets the rate limits, which have tests of their own.
beforeEach(() => wire.asOwner("DELETE FROM limite_uso"));

const newContaParams = (o: { identificador?: string; email?: string; nomeUsuario?: string } = {}) => ({
  conta: { tipoPessoa: "Jurídica" as const, identificador: o.identificador ?? "Aurora", uf: "AM" },
  emailUsuario: o.email ?? "rita@exemplo.test",
  nomeUsuario: o.nomeUsuario ?? "Rita.Lemos",
  nomeCompleto: " Rita Lemos ",
});

async function callMethod(method: string, params: object) {
  const { result, error } = await rpc(wire, { id: 1, method, params });
  if (result === null) throw new Error(JSON.stringify(error));
  return result;
}

const signUp = async (o: Parameters<typeof newContaParams>[0] = {}) =>
  callMethod("Conta.newConta", { captcha: await solveCaptcha(wire, "criar-conta"), ...newContaParams(o) });

/** The token in the latest e-mail to this address. */
async function readToken(address: string): Promise<string> {
  const [envio] = await wire.asOwner<{ id: string; dados: object }>(
    "SELECT id, dados FROM envio WHERE para = $1 AND modelo = 'conta-nova' ORDER BY criado_em DESC LIMIT 1",
    [address],
  );
  if (!envio) throw new Error(`no e-mail to ${address}`);
  const secretBox = createSecretBox(wire.config.chave);
  return (openEmailData(envio.dados, { secretBox, id: envio.id }) as { token: string }).token;
}

const confirm = (inviteToken: string) =>
  callMethod("Usuario.saveInviteUsuario", {
    usuario: { nome: "Rita", nomeCompleto: "Rita Lemos" },
    inviteToken,
    password: "Caminho7longo",
  });

test("a visitor creates a conta, confirms it by e-mail, and signs in as its owner", async () => {
  expect(await signUp()).toMatchObject({
    sucesso: true,
    mensagem: "Conta criada. Abra o e-mail que enviamos para confirmar e escolher a sua senha.",
  });
  const credentials = { identificador: "aurora", nomeUsuario: "rita.lemos", senha: "Caminho7longo" };
  expect(await callMethod("Auth.logar", credentials)).toMatchObject({ sucesso: false });
  expect(await confirm(await readToken("rita@exemplo.test"))).toMatchObject({ sucesso: true });
  expect(await callMethod("Auth.logar", credentials)).toMatchObject({ sucesso: true });
  const [conta] = await wire.asOwner<{ id: string; plano: number; uf: string }>(
    "SELECT id, plano, uf FROM conta WHERE identificador = 'aurora'",
  );
  expect(conta).toMatchObject({ plano: 1_000, uf: "AM" });
  const usuarios = await wire.asOwner(
    "SELECT nome, nome_completo, proprietario_conta, produto FROM usuario WHERE conta_id = $1",
    [conta?.id],
  );
  expect(usuarios).toEqual([
    { nome: "Rita", nome_completo: "Rita Lemos", proprietario_conta: true, produto: false },
  ]);
  const acts = await wire.asOwner(
    "SELECT acao, usuario FROM registro WHERE conta_id = $1 ORDER BY quando, id",
    [conta?.id],
  );
  expect(acts[0]).toEqual({ acao: "criar-conta", usuario: "Rita Lemos" });
});

test("the token of the confirmation e-mail is not in the database in plain text", async () => {
  await signUp({ identificador: "selada", email: "selo@exemplo.test" });
  const token = await readToken("selo@exemplo.test");
  const dumps = await wire.asOwner<{ tudo: string }>(
    "SELECT (SELECT json_agg(e) FROM envio e)::text || (SELECT json_agg(t) FROM usuario_token t)::text AS tudo",
  );
  expect(dumps[0]?.tudo).not.toContain(token);
});

test("a taken identificador is refused in any case, and the attempt leaves no rows", async () => {
  await signUp({ identificador: "tomada", email: "a@exemplo.test" });
  const before = await countRows();
  expect(await signUp({ identificador: " TOMADA ", email: "b@exemplo.test" })).toMatchObject({
    sucesso: false,
    mensagem: "Este identificador já é de outra conta.",
    erros: [{ campo: "conta.identificador" }],
  });
  expect(await countRows()).toEqual(before);
});

test("of two simultaneous requests for one identificador, one succeeds", async () => {
  const answers = await Promise.all([
    signUp({ identificador: "corrida", email: "c@exemplo.test" }),
    signUp({ identificador: "corrida", email: "d@exemplo.test" }),
  ]);
  expect(answers.map(({ sucesso }) => sucesso).sort()).toEqual([false, true]);
});

async function countRows() {
  return await wire.asOwner(
    "SELECT (SELECT count(*) FROM conta) AS contas, (SELECT count(*) FROM usuario) AS usuarios, (SELECT count(*) FROM envio) AS envios, (SELECT count(*) FROM registro) AS atos",
  );
}

test("an unconfirmed identificador is free after 72 hours; a confirmed one stays taken", async () => {
  await signUp({ identificador: "esquecida", email: "e@exemplo.test", nomeUsuario: "esquecido" });
  const old = await readToken("e@exemplo.test");
  wire.clock.advance(CONVITE_MS - 60_000);
  expect(await signUp({ identificador: "esquecida", email: "f@exemplo.test" })).toMatchObject({
    sucesso: false,
  });
  wire.clock.advance(120_000);
  expect(await signUp({ identificador: "esquecida", email: "f@exemplo.test" })).toMatchObject({
    sucesso: true,
  });
  expect(await confirm(old)).toMatchObject({ sucesso: false });
  expect(await wire.asOwner("SELECT FROM usuario WHERE nome_usuario = 'esquecido'")).toHaveLength(0);
  expect(await confirm(await readToken("f@exemplo.test"))).toMatchObject({ sucesso: true });
  wire.clock.advance(2 * CONVITE_MS);
  expect(await signUp({ identificador: "esquecida", email: "g@exemplo.test" })).toMatchObject({
    sucesso: false,
  });
  wire.clock.set(new Date());
});

test("a new conta without a captcha, with one of another action, or with a used one is refused", async () => {
  const captcha = await solveCaptcha(wire, "criar-conta");
  const params = { ...newContaParams({ identificador: "semcaptcha" }) };
  for (const missingCaptcha of [{ captcha: " " }, { captcha: null }, {}]) {
    expect(await callMethod("Conta.newConta", { ...params, ...missingCaptcha })).toMatchObject({
      mensagem: "Informe o Captcha.",
      erros: [{ campo: "captcha" }],
    });
  }
  for (const uf of [null, undefined]) {
    expect(
      await callMethod("Conta.newConta", { ...params, captcha, conta: { ...params.conta, uf } }),
    ).toMatchObject({
      mensagem: "UF deve ter um valor.",
      erros: [{ campo: "conta.uf" }],
    });
  }
  const other = await solveCaptcha(wire, "contato");
  expect(await callMethod("Conta.newConta", { ...params, captcha: other })).toMatchObject({
    mensagem: "A verificação expirou ou já foi usada. Marque “Não sou um robô” de novo.",
    erros: [{ campo: "captcha" }],
  });
  expect(await callMethod("Conta.newConta", { ...params, captcha })).toMatchObject({ sucesso: true });
  const again = { ...newContaParams({ identificador: "semcaptcha2" }), captcha };
  expect(await callMethod("Conta.newConta", again)).toMatchObject({
    sucesso: false,
    erros: [{ campo: "captcha" }],
  });
});

test("every invalid field of the form is reported at that field", async () => {
  const answer = await callMethod("Conta.newConta", {
    captcha: "",
    conta: { tipoPessoa: "Física", identificador: "com espaço", uf: "" },
    emailUsuario: "nenhum",
    nomeUsuario: "",
    nomeCompleto: " ",
  });
  const said = Object.fromEntries(answer.erros.map(({ campo, mensagem }) => [campo, mensagem]));
  expect(said).toMatchObject({
    captcha: "Informe o Captcha.",
    "conta.identificador": "O identificador não pode ter espaços.",
    "conta.uf": "UF deve ter um valor.",
    emailUsuario: "Este e-mail não parece completo. Confira.",
  });
});

test("new contas of a network per hour and e-mails to an address per day are limited", async () => {
  // 23:50 UTC, ten minutes before the daily limit resets: a captcha stays valid until then.
  wire.clock.set(new Date(new Date().setUTCHours(23, 50)));
  for (let n = 0; n < 5; n += 1) await signUp({ identificador: `muitas${n}`, email: "alvo@exemplo.test" });
  const sixth = await signUp({ identificador: "muitas5", email: "ALVO@exemplo.test" });
  expect(sixth.mensagem).toMatch(/^Muitas contas abertas deste endereço\. Aguarde \d+ min\.$/);
  await wire.asOwner("UPDATE limite_uso SET usos = 10 WHERE chave LIKE 'conta:%'");
  const other = await signUp({ identificador: "muitas6", email: "outro@exemplo.test" });
  expect(other.mensagem).toMatch(/^Muitas contas abertas deste endereço/);
  wire.clock.set(new Date());
});

test("refusals of a taken identificador do not count towards the address's e-mail limit", async () => {
  await signUp({ identificador: "dos.outros", email: "primeira@exemplo.test" });
  for (let n = 0; n < 5; n += 1) {
    expect(await signUp({ identificador: "dos.outros", email: "honesta@exemplo.test" })).toMatchObject({
      mensagem: "Este identificador já é de outra conta.",
    });
  }
  expect(await signUp({ identificador: "da.honesta", email: "honesta@exemplo.test" })).toMatchObject({
    sucesso: true,
  });
});

test("a conta's attempts to take other identificadores are limited, as they would reveal the taken ones", async () => {
  const [ana, bia] = [await signInNewUser(wire), await signInNewUser(wire)];
  for (const uses of [1, 9]) {
    expect((await saveContaAs(ana, { identificador: bia.identificador })).mensagem).toBe(
      "Este identificador já é de outra conta.",
    );
    await wire.asOwner("UPDATE limite_uso SET usos = 9 WHERE usos = $1 AND chave LIKE 'identificador:%'", [
      uses,
    ]);
  }
  const next = await saveContaAs(ana, { identificador: bia.identificador });
  expect(next.mensagem).toMatch(/^Muitas trocas de identificador em pouco tempo\. Aguarde \d+ min\.$/);
  expect(await saveContaAs(ana, { uf: "RJ" })).toMatchObject({ sucesso: true });
});

test("every user sees the conta, its plan and twelve months of usage", async () => {
  const ana = await signInNewUser(wire, { uf: "AC", administrador: false });
  const object = (await ana.call("Conta.getConta", {})).object as { uso: object };
  expect(object).toMatchObject({ identificador: ana.identificador, uf: "AC", sandbox: false, plano: 1_000 });
  expect(object.uso).toMatchObject({ documentos: 0, emails: 0, bytes: 0, limite: 1_000, percentual: 0 });
  await wire.asOwner(
    "INSERT INTO uso_mes (conta_id, mes, documentos, emails, bytes) VALUES ($1, date_trunc('month', now() AT TIME ZONE 'America/Rio_Branco')::date, 815, 40, 5000000000)",
    [ana.contaId],
  );
  const { results, totalCount } = await ana.call("Conta.getListUso", {});
  expect([totalCount, results?.[0]]).toMatchObject([
    12,
    {
      documentos: 815,
      emails: 40,
      bytes: 5_000_000_000,
      percentual: 81,
      mes: expect.stringMatching(/^\d{4}-\d\d$/),
    },
  ]);
  expect(results?.[11]).toMatchObject({ documentos: 0 });
});

const saveContaAs = (pessoa: SignedInUser, o: object) =>
  pessoa.call("Conta.saveConta", {
    conta: { tipoPessoa: "Jurídica", identificador: pessoa.identificador, uf: "SP", ...o },
  });

test("a manager changes the conta, the registro names the user, and a taken identificador is refused", async () => {
  const [ana, bia] = [await signInNewUser(wire), await signInNewUser(wire)];
  expect(await saveContaAs(ana, { identificador: bia.identificador.toUpperCase() })).toMatchObject({
    sucesso: false,
    mensagem: "Este identificador já é de outra conta.",
    erros: [{ campo: "conta.identificador" }],
  });
  expect(await saveContaAs(ana, { identificador: " Nova.Casa ", tipoPessoa: "Física" })).toMatchObject({
    sucesso: true,
  });
  expect((await ana.call("Conta.getConta", {})).object).toMatchObject({
    identificador: "nova.casa",
    tipoPessoa: "Física",
  });
  const [act] = await wire.asOwner(
    "SELECT usuario, detalhe FROM registro WHERE conta_id = $1 AND acao = 'alterar-conta'",
    [ana.contaId],
  );
  expect(act).toEqual({
    usuario: "Ana de Teste",
    detalhe: `identificador: ${ana.identificador} → nova.casa; tipo de pessoa: Jurídica → Física`,
  });
});

test("only a manager can change the conta, and the demo conta keeps its identificador", async () => {
  const ordinary = await signInNewUser(wire, { administrador: false });
  expect(await saveContaAs(ordinary, { uf: "RJ" })).toMatchObject({
    sucesso: false,
    mensagem: "Acesso restrito.",
  });
  const ana = await signInNewUser(wire);
  await wire.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [ana.contaId]);
  const { saveConta } = await import("../../src/services/conta/save-conta.ts");
  const caller = { contaId: ana.contaId, usuarioId: ana.usuarioId, nome: "Ana" };
  const ctx = { ...wire.ctx, caller } as Parameters<typeof saveConta>[0];
  const conta = { identificador: ana.identificador, tipoPessoa: "Jurídica", uf: "SP" } as const;
  await expect(saveConta(ctx, { ...conta, identificador: "outra.demo" })).rejects.toMatchObject({
    key: "identificadorDoSandbox",
  });
  await saveConta(ctx, { ...conta, uf: "RJ" });
});

describe("moving the conta to another UF", () => {
  const daysOf = (contaId: string) =>
    wire.asOwner("SELECT dia_emissao::text AS dia FROM nota WHERE conta_id = $1 ORDER BY chave", [contaId]);
  const finishPlanned = (contaId: string) =>
    wire.asOwner<{ alvo: string }>(
      "UPDATE tarefa SET estado = 'feita' WHERE conta_id = $1 AND tipo = 'empresa' AND estado = 'pendente' RETURNING alvo",
      [contaId],
    );

  test("a job moves the days of emission to the new time zone, and running it again changes nothing", async () => {
    const ana = await signInNewUser(wire, { uf: "SP" });
    const { contaId } = ana;
    const { empresaId } = await wire.createEmpresa(contaId);
    const instants = ["2026-11-10T03:30:00Z", "2026-11-10T12:00:00Z", "2026-11-11T04:59:59Z"];
    await insertNotas(
      wire,
      contaId,
      instants.map((emissao, n) => inventNota({ numero: n + 1, emissao, empresaId })),
    );
    await saveContaAs(ana, { uf: "RJ" });
    expect(await finishPlanned(contaId)).toEqual([]);
    await saveContaAs(ana, { uf: "AC" });
    expect(await finishPlanned(contaId)).toEqual([{ alvo: ISSUE_DAYS_TASK.alvo }]);
    for (const _ of [1, 2]) {
      await moveIssueDays(wire.ctx, { contaId, alvo: ISSUE_DAYS_TASK.alvo, window: 2 });
      expect((await daysOf(contaId)).map(({ dia }) => dia).sort()).toEqual([
        "2026-11-09",
        "2026-11-10",
        "2026-11-10",
      ]);
    }
    // Only the moved notas were counted: the others were inserted without publishing.
    expect(
      await wire.asOwner(
        "SELECT dia::text, quantidade::int AS n FROM rollup_dia WHERE conta_id = $1 AND quantidade > 0 ORDER BY 1",
        [contaId],
      ),
    ).toEqual([
      { dia: "2026-11-09", n: 1 },
      { dia: "2026-11-10", n: 1 },
    ]);
  });

  test("one run moves a part of the notas, and the next run the rest", async () => {
    const ana = await signInNewUser(wire, { uf: "SP" });
    const { contaId } = ana;
    const { empresaId } = await wire.createEmpresa(contaId);
    const all = Array.from({ length: 60 }, (_, n) =>
      inventNota({ numero: n + 1, emissao: "2026-11-10T03:30:00Z", empresaId }),
    );
    await insertNotas(wire, contaId, all);
    await saveContaAs(ana, { uf: "AC" });
    const runs: number[] = [];
    for (let due = await finishPlanned(contaId); due.length > 0; due = await finishPlanned(contaId)) {
      runs.push(due.length);
      for (const { alvo } of due) await moveIssueDays(wire.ctx, { contaId, alvo, window: 1 });
    }
    expect(runs).toEqual([1, 1]);
    expect(new Set((await daysOf(contaId)).map(({ dia }) => dia))).toEqual(new Set(["2026-11-09"]));
  });
});

test("without a mail server no conta is created and the captcha is not used up", async () => {
  const ctx = { ...wire.ctx, config: { ...wire.config, smtp: null } };
  const { contaMethods } = await import("../../src/services/conta/conta.methods.ts");
  const visitCtx = { ...ctx, visit: { ip: "203.0.113.9" } } as Parameters<
    (typeof contaMethods)["Conta.newConta"]
  >[0];
  const captcha = await solveCaptcha(wire, "criar-conta");
  await expect(
    contaMethods["Conta.newConta"](visitCtx, { captcha, ...newContaParams() }),
  ).rejects.toMatchObject({
    message: "Erro configurando conta.",
  });
});
