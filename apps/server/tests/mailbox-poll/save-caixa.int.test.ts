import { setTimeout as sleep } from "node:timers/promises";
import { MESSAGES, type ParamsOf } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { lockCaixas, saveCaixa } from "../../src/services/caixa-email/caixa-email.rows.ts";
import { connectionOf } from "../../src/services/caixa-email/caixa-email.rules.ts";
import { openCaixaSecret } from "../../src/services/caixa-email/caixa-secret.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, signInNewUser } from "../setup/wire.ts";

type CaixaForm = ParamsOf<"CaixaEmail.saveCaixaEmail">["caixaEmail"];

const NEW_CAIXA = {
  tipo: "imaps",
  servidor: "imap.exemplo.test",
  usuario: "notas@exemplo.test",
  senha: "segredo-da-caixa",
  descricao: "Notas",
} as const satisfies CaixaForm;
const OAUTH = {
  provedor: "microsoft",
  tokenUrl: "https://login.exemplo.test/token",
  clientId: "cliente",
  escopo: "imap offline_access",
};

let wire: Wire;
let ana: SignedInUser;
let bia: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(async () => {
  await wire.dispose();
});
beforeEach(async () => {
  const conta = await wire.createConta({ uf: "AM" });
  ana = await signInNewUser(wire, { conta });
  bia = await signInNewUser(wire, { conta, nomeUsuario: "bia", administrador: false });
});

const save = (o: Partial<CaixaForm> = {}, user = ana) =>
  user.call("CaixaEmail.saveCaixaEmail", { caixaEmail: { ...NEW_CAIXA, ...o } });

async function createCaixa(o: Partial<CaixaForm> = {}): Promise<string> {
  const { object, mensagem } = await save(o);
  if (object === null) throw new Error(`not saved: ${mensagem}`);
  return (object as { id: string }).id;
}

type CaixaRow = {
  tipo: string;
  geracao: number;
  marca: string | null;
  senha_selada: Buffer;
  autenticacao: "senha" | "oauth2";
  apagada_em: Date | null;
};

async function rowOf(id: string): Promise<CaixaRow> {
  const [row] = await wire.asOwner<CaixaRow>("SELECT * FROM caixa_email WHERE id = $1", [id]);
  if (!row) throw new Error(`no mailbox ${id}`);
  return row;
}

async function secretOf(id: string) {
  const { autenticacao, senha_selada: senhaSelada } = await rowOf(id);
  return openCaixaSecret(wire.ctx.secretBox, { id, autenticacao, senhaSelada });
}

const listPolls = (id: string) =>
  wire.asOwner("SELECT estado, cota, vence_em FROM tarefa WHERE tipo = 'poll' AND alvo = $1", [id]);

const listRegistros = (id: string) =>
  wire.asOwner("SELECT acao, usuario, detalhe FROM registro WHERE alvo = $1 ORDER BY quando, id", [id]);

test("a saved caixa is returned without its password and polled at once", async () => {
  const id = await createCaixa({ pasta: "Notas/Entrada", apagarAposDias: 30 });
  const { object } = await bia.call("CaixaEmail.getCaixaEmail", { id });
  expect(object).toEqual({
    id,
    ...{
      tipo: "imaps",
      servidor: NEW_CAIXA.servidor,
      porta: null,
      usuario: NEW_CAIXA.usuario,
      descricao: "Notas",
    },
    ...{ autenticacao: "senha", oauth: null, pasta: "Notas/Entrada", certificadoFixado: null },
    ...{ apagarAposDias: 30, estado: "aguardando", ultimaColeta: null, ultimaVisita: null },
    ...{ ultimoErro: null, ultimoErroEm: null, erroDesde: null, falhasSeguidas: 0, silenciosaDesde: null },
    ...{ emailsHoje: 0, emailsTotal: 0, ultimoEmailEm: null, proximaColeta: expect.any(String) },
  });
  const list = await bia.call("CaixaEmail.getListCaixaEmail", {});
  expect(list).toMatchObject({ totalCount: 1, results: [{ id }] });
  expect(JSON.stringify([list, object])).not.toContain("segredo");
  expect(await secretOf(id)).toEqual({ kind: "senha", senha: NEW_CAIXA.senha });
  const [task] = await listPolls(id);
  expect(task).toMatchObject({ estado: "pendente", cota: `correio:${NEW_CAIXA.servidor}` });
  expect(task?.vence_em.getTime()).toBeLessThan(wire.clock.now().getTime() + 5_000);
  expect(await listRegistros(id)).toEqual([
    {
      acao: "criar-caixa",
      usuario: "Ana de Teste",
      detalhe: "Notas · notas@exemplo.test · imap.exemplo.test · imaps",
    },
  ]);
});

test("only managers can change a caixa, other users can read it", async () => {
  const id = await createCaixa();
  const refused = { sucesso: false, mensagem: MESSAGES.acessoRestrito };
  expect(await save({}, bia)).toMatchObject(refused);
  expect(await save({ id, descricao: "Outra" }, bia)).toMatchObject(refused);
  expect(await bia.call("CaixaEmail.deleteCaixaEmail", { id })).toMatchObject(refused);
  expect(await bia.call("CaixaEmail.coletarAgora", { id })).toMatchObject(refused);
  expect(await bia.call("CaixaEmail.pingServidor", { caixa: NEW_CAIXA })).toMatchObject(refused);
  expect(await bia.call("Email.reprocessarEmail", { id: newId() })).toMatchObject(refused);
  expect(await bia.call("CaixaEmail.getListCaixaEmail", {})).toMatchObject({ totalCount: 1 });
});

test("a missing or invalid value is reported with its field", async () => {
  const cases: [Partial<CaixaForm>, string, string][] = [
    [{ servidor: "  " }, "caixaEmail.servidor", MESSAGES.textoEmBranco],
    [{ usuario: "" }, "caixaEmail.usuario", MESSAGES.textoEmBranco],
    [{ senha: "" }, "caixaEmail.senha", "Senha deve ser informada."],
    [{ senha: null }, "caixaEmail.senha", "Senha deve ser informada."],
    [{ autenticacao: "oauth2" }, "caixaEmail.oauth.clientId", MESSAGES.textoEmBranco],
    [
      { autenticacao: "oauth2", oauth: OAUTH },
      "caixaEmail.oauth.clientSecret",
      MESSAGES.caixaSegredoObrigatorio,
    ],
    [
      {
        autenticacao: "oauth2",
        oauth: { ...OAUTH, tokenUrl: "http://login.exemplo.test", clientSecret: "x" },
      },
      "caixaEmail.oauth.tokenUrl",
      MESSAGES.caixaTokenUrl,
    ],
    [
      {
        autenticacao: "oauth2",
        oauth: { ...OAUTH, tokenUrl: "https://a:b@login.exemplo.test", clientSecret: "x" },
      },
      "caixaEmail.oauth.tokenUrl",
      MESSAGES.caixaTokenUrl,
    ],
    [
      { autenticacao: "oauth2", oauth: { ...OAUTH, clientSecret: "x" }, tipo: "imap" },
      "caixaEmail.tipo",
      MESSAGES.caixaOauthSemTls,
    ],
    [
      { autenticacao: "oauth2", oauth: { ...OAUTH, clientSecret: "x" }, tipo: "pop3" },
      "caixaEmail.tipo",
      MESSAGES.caixaOauthSemTls,
    ],
  ];
  for (const [o, field, mensagem] of cases) {
    expect(await save(o)).toMatchObject({ sucesso: false, mensagem, erros: [{ campo: field, mensagem }] });
  }
  expect(await ana.call("CaixaEmail.getListCaixaEmail", {})).toMatchObject({ totalCount: 0 });
});

test("a connection with an OAuth2 token is not tested without TLS either", async () => {
  const oauth = { ...OAUTH, clientSecret: "x" };
  for (const tipo of ["imap", "pop3"] as const) {
    const caixa = {
      tipo,
      servidor: NEW_CAIXA.servidor,
      usuario: NEW_CAIXA.usuario,
      autenticacao: "oauth2",
      oauth,
    } as const;
    expect(await ana.call("CaixaEmail.pingServidor", { caixa })).toMatchObject({
      sucesso: false,
      erros: [{ campo: "caixa.tipo", mensagem: MESSAGES.caixaOauthSemTls }],
    });
  }
});

test("the stored password is reused only for the same server, user, port and protection", async () => {
  const id = await createCaixa();
  expect(await save({ id, senha: null, descricao: "Outro nome", pasta: "Arquivo" })).toMatchObject({
    sucesso: true,
  });
  expect(await secretOf(id)).toEqual({ kind: "senha", senha: NEW_CAIXA.senha });
  const pinned = "AA:".repeat(31).concat("AA");
  for (const change of [
    { servidor: "imap.outro.test" },
    { usuario: "outro@exemplo.test" },
    { porta: 1993 },
    { tipo: "imap" },
    { tipo: "spop3" },
    { certificadoFixado: pinned },
  ] as const) {
    expect(await save({ id, senha: "", ...change })).toMatchObject({
      mensagem: MESSAGES.caixaSenhaObrigatoria,
      erros: [{ campo: "caixaEmail.senha" }],
    });
  }
  expect(await save({ id, certificadoFixado: pinned, senha: "nova" })).toMatchObject({ sucesso: true });
  expect(await secretOf(id)).toEqual({ kind: "senha", senha: "nova" });
  // Removing a pinned certificate needs no password.
  expect(await save({ id, senha: "", certificadoFixado: null })).toMatchObject({ sucesso: true });
});

test("OAuth2 secrets are sealed together, and each is kept until a new one is entered", async () => {
  const oauth = { ...OAUTH, clientSecret: "segredo-do-app", refreshToken: "renovar-1" };
  const id = await createCaixa({ autenticacao: "oauth2", oauth, senha: null });
  const shown = await ana.call("CaixaEmail.getCaixaEmail", { id });
  expect(shown.object).toMatchObject({ autenticacao: "oauth2", oauth: OAUTH });
  expect(JSON.stringify(shown)).not.toMatch(/segredo|renovar/);
  const change = (o: object) => save({ id, autenticacao: "oauth2", senha: null, oauth: { ...OAUTH, ...o } });
  expect(await change({ refreshToken: "renovar-2", clientSecret: "" })).toMatchObject({ sucesso: true });
  expect(await secretOf(id)).toEqual({
    kind: "oauth2",
    clientSecret: "segredo-do-app",
    refreshToken: "renovar-2",
  });
  for (const elsewhere of [{ tokenUrl: "https://outro.exemplo.test/t" }, { clientId: "outro" }]) {
    expect(await change(elsewhere)).toMatchObject({ mensagem: MESSAGES.caixaSegredoObrigatorio });
  }
  // A password cannot become a token, nor a token a password.
  expect(await save({ id, senha: null })).toMatchObject({ mensagem: MESSAGES.caixaSenhaObrigatoria });
  expect(await save({ id })).toMatchObject({ sucesso: true });
  expect(await secretOf(id)).toEqual({ kind: "senha", senha: NEW_CAIXA.senha });
  expect((await listRegistros(id)).map(({ detalhe: said }) => said).join("\n")).not.toMatch(
    /segredo-|renovar/,
  );
});

test("the same mailbox twice is refused, but another folder of it is accepted", async () => {
  const id = await createCaixa();
  const repeated = { sucesso: false, mensagem: MESSAGES.caixaRepetida };
  expect(await save({ servidor: "IMAP.exemplo.test", pasta: "inbox" })).toMatchObject(repeated);
  const other = await createCaixa({ pasta: "Notas" });
  expect(await save({ id: other, pasta: null })).toMatchObject(repeated);
  await ana.call("CaixaEmail.deleteCaixaEmail", { id });
  expect(await save()).toMatchObject({ sucesso: true });
});

test("of two simultaneous saves of the same mailbox the second waits and is refused", async () => {
  const { contaId } = ana;
  const late = await wire.ctx.database.withConta(contaId, async (db) => {
    await lockCaixas(db, contaId);
    const pending = save();
    expect(await Promise.race([pending, sleep(200, "waits")])).toBe("waits");
    const connection = connectionOf(NEW_CAIXA, "caixaEmail");
    const senhaSelada = Buffer.from("x");
    const others = { descricao: "x", apagarAposDias: null, senhaSelada, novaGeracao: false, pollMs: 60_000 };
    await saveCaixa(db, contaId, { id: newId(), ...connection, ...others });
    return { pending };
  });
  expect(await late.pending).toMatchObject({ sucesso: false, mensagem: MESSAGES.caixaRepetida });
});

test("known message ids are discarded for another server, user, folder or protocol, but not for another port or TLS", async () => {
  const id = await createCaixa({ tipo: "pop3" });
  const change = async (o: Partial<CaixaForm>) => {
    await wire.asOwner("UPDATE caixa_email SET marca = 'm' WHERE id = $1", [id]);
    await save({ id, tipo: "pop3", ...o });
    const { geracao, marca } = await rowOf(id);
    return [geracao, marca];
  };
  expect(await change({ tipo: "spop3", porta: 1995, descricao: "b", senha: "x" })).toEqual([1, "m"]);
  expect(await change({ servidor: "pop.exemplo.test" })).toEqual([2, null]);
  expect(await change({ servidor: "pop.exemplo.test", usuario: "b" })).toEqual([3, null]);
  expect(await change({ servidor: "pop.exemplo.test", usuario: "b", tipo: "imap" })).toEqual([4, null]);
  expect(await change({ servidor: "pop.exemplo.test", usuario: "b", tipo: "imap", pasta: "N" })).toEqual([
    5,
    null,
  ]);
  expect(await change({ servidor: "POP.exemplo.test", usuario: "b", tipo: "imaps", pasta: "N" })).toEqual([
    5,
    "m",
  ]);
});

test("a deleted caixa is no longer polled, loses its password and keeps its e-mails", async () => {
  const id = await createCaixa();
  await wire.asOwner(
    `INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado)
     VALUES ($1, $2, $3, 'a', now(), now(), 1, 'lido')`,
    [ana.contaId, newId(), id],
  );
  expect(await ana.call("CaixaEmail.deleteCaixaEmail", { id })).toMatchObject({ sucesso: true });
  const { apagada_em, senha_selada } = await rowOf(id);
  expect([apagada_em, senha_selada.length]).toEqual([expect.any(Date), 0]);
  expect(await listPolls(id)).toMatchObject([{ estado: "feita" }]);
  expect(await ana.call("CaixaEmail.getListCaixaEmail", {})).toMatchObject({ totalCount: 0 });
  expect(await ana.call("Email.getListEmail", {})).toMatchObject({ totalCount: 1 });
  expect(await ana.call("CaixaEmail.deleteCaixaEmail", { id })).toMatchObject({
    mensagem: "Não foi possível excluir a caixa de e-mail.",
  });
  expect(await save({ id })).toMatchObject({ mensagem: MESSAGES.caixaNaoEncontrada });
  expect((await listRegistros(id)).map(({ acao }) => acao)).toEqual(["criar-caixa", "excluir-caixa"]);
});

test("the messages of the day are counted in the conta's time zone", async () => {
  const id = await createCaixa();
  // Manaus is four hours behind: its day begins at 04:00 UTC.
  wire.clock.set(new Date("2027-03-10T12:00:00Z"));
  const times = [
    "2027-03-10T11:59:00Z",
    "2027-03-10T04:00:00Z",
    "2027-03-10T03:59:59Z",
    "2027-01-01T00:00:00Z",
  ];
  for (const [n, at] of times.entries()) {
    await wire.asOwner(
      `INSERT INTO email (conta_id, id, caixa_id, sha256, data, recebida_em, tamanho, estado)
       VALUES ($1, $2, $3, $4, $5, $5, 1, 'lido')`,
      [ana.contaId, newId(), id, `sha${n}`, at],
    );
  }
  const newUser = await signInNewUser(wire, {
    conta: { contaId: ana.contaId, identificador: ana.identificador },
    nomeUsuario: "caio",
  });
  expect((await newUser.call("CaixaEmail.getListCaixaEmail", {})).results).toMatchObject([
    { emailsHoje: 2, emailsTotal: 4, ultimoEmailEm: "2027-03-10T11:59:00.000Z" },
  ]);
  wire.clock.set(new Date());
});

test("a caixa shows its health in words, with the time since when", async () => {
  const id = await createCaixa();
  await wire.asOwner(
    `UPDATE caixa_email SET ultimo_erro = 'autorizacao', ultimo_erro_em = '2026-11-20T10:00:00Z', erro_desde = '2026-11-20T09:00:00Z',
       falhas_seguidas = 3, ultima_visita = '2026-11-20T10:00:00Z', silenciosa_desde = '2026-11-01T00:00:00Z' WHERE id = $1`,
    [id],
  );
  expect((await ana.call("CaixaEmail.getCaixaEmail", { id })).object).toMatchObject({
    estado: "erro",
    ultimoErro: "O provedor não aceita mais a autorização de acesso. Autorize a caixa de novo.",
    erroDesde: "2026-11-20T09:00:00.000Z",
    falhasSeguidas: 3,
    silenciosaDesde: "2026-11-01T00:00:00.000Z",
  });
});
