import { FALHA_CAIXA, type ParamsOf, PROVA_CAIXA, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCorreio } from "../src/correio/correio.ts";
import { SMTP_SANDBOX } from "../src/correio/smtp-url.ts";
import { newId } from "../src/db/index.ts";
import { sendEnvio } from "../src/services/envio/send-envio.ts";
import { createRoad, type Road } from "./road.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { enter, enterAs, openWire } from "./wire.ts";

type Caixa = ParamsOf<"CaixaEmail.pingServidor">["caixa"];
type Prova = ResultOf<"CaixaEmail.pingServidor">["object"];

const JANELA_MS = 600_000;

let road: Road;
let wire: Wire;
let ana: Pessoa;
/** The sandbox's mailbox by IMAP over TLS, as a user types it. */
let caixa: Caixa;

beforeAll(async () => {
  road = await createRoad();
  wire = await openWire(road);
  const conta = { contaId: road.contaId, identificador: "demo" };
  const usuario = await road.createUsuario(road.contaId, { nomeUsuario: "ana" });
  ana = await enterAs(wire, { ...conta, ...usuario });
  const { pop3, imaps } = road.sandbox.info;
  caixa = {
    tipo: "imaps",
    servidor: pop3.servidor,
    porta: imaps.porta,
    usuario: pop3.usuario,
    senha: pop3.senha,
  };
});
afterAll(async () => {
  await wire?.dispose();
});
beforeEach(() => {
  // Connection tests are counted per user and window.
  road.clock.advance(JANELA_MS);
});

async function probe(o: Partial<Caixa> = {}, quem = ana): Promise<Prova> {
  const { object, mensagem } = await quem.call("CaixaEmail.pingServidor", { caixa: { ...caixa, ...o } });
  if (object === null) throw new Error(`not tried: ${mensagem}`);
  return object as Prova;
}

const stepsOf = ({ passos }: Prova) => passos.map(({ passo, ok }) => (ok ? passo : `${passo}!`)).join(" ");

test("tests every tipo of caixa step by step and shows its certificate", async () => {
  const { pop3, imap, pop3s, imaps } = road.sandbox.info;
  const whole = "dns tcp tls saudacao entrada listagem";
  const late = "dns tcp saudacao tls entrada listagem";
  for (const [tipo, porta, steps] of [
    ["pop3", pop3.porta, "dns tcp saudacao entrada listagem"],
    ["pop3-starttls", pop3.porta, late],
    ["spop3", pop3s.porta, whole],
    ["imap", imap.porta, "dns tcp saudacao entrada listagem"],
    ["imap-starttls", imap.porta, late],
    ["imaps", imaps.porta, whole],
  ] as const) {
    const prova = await probe({ tipo, porta });
    expect([tipo, stepsOf(prova), prova.ok, prova.falha]).toEqual([tipo, steps, true, null]);
    expect(prova.mensagens).toBe(0);
    if (tipo === "pop3" || tipo === "imap") expect(prova.certificado).toBeNull();
    else
      expect(prova.certificado).toMatchObject({
        confiavel: true,
        impressao: expect.stringMatching(/^([0-9A-F]{2}:){31}/),
      });
    expect(JSON.stringify(prova)).not.toContain(caixa.senha);
    // Every placeholder of every message was filled.
    expect(prova.passos.map(({ mensagem }) => mensagem).join()).not.toMatch(/\{\w+\}/);
  }
});

test("a connection test shows an untrusted certificate and accepts it once it is pinned", async () => {
  const { autoAssinada } = road.sandbox.info;
  const porta = autoAssinada.imaps.porta;
  const refused = await probe({ porta });
  expect([stepsOf(refused), refused.falha]).toEqual(["dns tcp tls!", PROVA_CAIXA["tls-auto-assinado"]]);
  expect(refused.certificado).toMatchObject({ impressao: autoAssinada.impressao, confiavel: false });
  const pinned = await probe({ porta, certificadoFixado: autoAssinada.impressao });
  expect([pinned.ok, pinned.certificado?.confiavel]).toEqual([true, true]);
  const other = await probe({ porta, certificadoFixado: "AA:".repeat(31).concat("AA") });
  expect(other).toMatchObject({ ok: false, falha: PROVA_CAIXA["tls-outro-certificado"] });
});

test("obtains an OAuth2 token before sign-in, and reports its refusal separately", async () => {
  const { tokenUrl, clientId, clientSecret, refreshToken, escopo } = road.sandbox.info.oauth;
  const oauth = { provedor: "outro", tokenUrl, clientId, clientSecret, refreshToken, escopo };
  const typed = { autenticacao: "oauth2", senha: null, oauth } as const;
  expect(stepsOf(await probe(typed))).toBe("dns tcp tls saudacao token entrada listagem");
  const refused = await probe({ ...typed, oauth: { ...oauth, clientSecret: "errado" } });
  expect([stepsOf(refused), refused.falha]).toEqual([
    "dns tcp tls saudacao token!",
    PROVA_CAIXA["token-recusado"],
  ]);
  const { object } = await ana.call("CaixaEmail.saveCaixaEmail", {
    caixaEmail: { ...caixa, ...typed, servidor: "localhost", descricao: "Por token" },
  });
  const { id } = object as { id: string };
  const secretless = { ...oauth, clientSecret: null, refreshToken: "" };
  const stored = await probe({ ...typed, id, servidor: "localhost", oauth: secretless });
  expect([stored.falha, stored.ok]).toEqual([null, true]);
  await ana.call("CaixaEmail.deleteCaixaEmail", { id });
});

test.each([
  ["a wrong password", { senha: "errada" }, "entrada!", PROVA_CAIXA["senha-recusada"]],
  ["a folder that is not there", { pasta: "Não há" }, "!", PROVA_CAIXA["pasta-inexistente"]],
  ["a name that does not exist", { servidor: "nada.invalid" }, "dns!", PROVA_CAIXA["dns-nao-existe"]],
  ["a name that is none", { servidor: "a\r\nDELE 1" }, "dns!", PROVA_CAIXA["dns-nome-invalido"]],
  ["the wrong protocol", { tipo: "spop3" }, "saudacao!", PROVA_CAIXA["saudacao-estranha"]],
] as [string, Partial<Caixa>, string, string][])(
  "%s is reported at its step with a useful error message",
  async (_name, o, step, said) => {
    const prova = await probe(o);
    expect([stepsOf(prova).endsWith(step), prova]).toMatchObject([
      true,
      { ok: false, mensagens: null, falha: said },
    ]);
    expect(prova.passos.at(-1)?.mensagem).toBe(said);
  },
);

test("a closed port and a wrong protocol are reported differently", async () => {
  expect((await probe({ porta: 1 })).falha).toBe(PROVA_CAIXA["tcp-recusada"]);
  expect(stepsOf(await probe({ porta: road.sandbox.info.imap.porta }))).toBe("dns tcp tls!");
});

test("outside the sandbox an internal address is never contacted, however it is written, and reveals nothing", async () => {
  const real = await enter(wire, { conta: await road.createConta() });
  const proibidos: string[] = [PROVA_CAIXA["endereco-proibido"], PROVA_CAIXA["porta-proibida"]];
  for (const servidor of ["127.0.0.1", "localhost", "169.254.169.254", "[::ffff:10.0.0.1]", "2130706433"]) {
    const usual = await probe({ servidor, porta: null }, real);
    expect([servidor, usual.falha, usual.certificado]).toEqual([servidor, proibidos[0], null]);
    const open = await probe({ servidor, porta: road.sandbox.info.imaps.porta }, real);
    expect([servidor, proibidos.includes(open.falha ?? ""), open.certificado]).toEqual([
      servidor,
      true,
      null,
    ]);
    expect(
      [usual, open].flatMap(({ passos }) => passos).filter(({ passo, ok }) => ok && passo !== "dns"),
    ).toEqual([]);
    road.clock.advance(JANELA_MS);
  }
});

test("a caixa entered on the screen is polled over TLS, and its messages are stored once", async () => {
  const descricao = "Caixa nova";
  const before = (await ana.call("Email.getListEmail", {})).totalCount ?? 0;
  await road.sandbox.playCenario("nota-autorizada");
  const saved = await ana.call("CaixaEmail.saveCaixaEmail", {
    caixaEmail: { ...caixa, servidor: "localhost", descricao },
  });
  expect(saved.mensagem).toBeNull();
  const { id } = saved.object as { id: string };
  expect(await road.collect()).toEqual([]);
  expect(await road.collect()).toEqual([]);
  expect((await ana.call("Email.getListEmail", {})).totalCount).toBe(before + 1);
  expect((await ana.call("CaixaEmail.getCaixaEmail", { id })).object).toMatchObject({
    estado: "aguardando",
    ultimoErro: null,
    ultimaColeta: expect.any(String),
  });
});

test("a refused password is notified to the owner once, and so is its end", async () => {
  const { sandbox } = road;
  const porta = sandbox.info.smtp.porta;
  const ctx = { ...road.ctx, correio: createCorreio({ ...SMTP_SANDBOX, porta }) };
  const sendAll = async () => {
    const { contaId } = road;
    const envios = await road.asOwner<{ id: string }>("SELECT id FROM envio WHERE estado = 'pendente'");
    for (const { id: envioId } of envios) await sendEnvio(ctx, { contaId, envioId });
    return sandbox.correio.enviados.list().map(({ assunto, para }) => [assunto, ...para]);
  };
  await sandbox.correio.setFalha("recusar-senha");
  for (let n = 0; n < 3; n += 1) expect(await road.collect()).not.toEqual([]);
  const { results } = await ana.call("CaixaEmail.getListCaixaEmail", {});
  expect(results).toMatchObject([{ estado: "erro", ultimoErro: FALHA_CAIXA.senha }, { estado: "erro" }]);
  const dono = "marina.prado@demo.example";
  const stopped = Array.from({ length: 2 }, () => ["Uma caixa de e-mail parou de coletar", dono]);
  expect((await sendAll()).toSorted()).toEqual(stopped);
  await sandbox.correio.setFalha("nenhuma");
  expect(await road.collect()).toEqual([]);
  const back = Array.from({ length: 2 }, () => ["Uma caixa de e-mail voltou a coletar", dono]);
  expect((await sendAll()).toSorted()).toEqual([...stopped, ...back].toSorted());
  ctx.correio.close();
});

test("no e-mail is sent through a mail server with an untrusted certificate", async () => {
  const { porta } = road.sandbox.info.autoAssinada.imaps;
  const smtp = { servidor: "127.0.0.1", porta, tls: true, semTls: false, usuario: "malote", senha: "s" };
  const correio = createCorreio({ ...smtp, de: "Malote <malote@empresa.test>" });
  const carta = { id: newId(), para: "a@b.test", data: new Date(), assunto: "a", texto: "a", html: "a" };
  await expect(correio.deliver(carta)).rejects.toThrow(/self-signed/);
  correio.close();
});

test("a stored message is read again on request only", async () => {
  const { results } = await ana.call("Email.getListEmail", {});
  const [email] = results as { id: string; estado: string; extraidos: number }[];
  const id = email?.id ?? "";
  const before = (await ana.call("Email.getEmail", { id })).object;
  expect(before).toMatchObject({ reprocessadoEm: null, chavesSemXml: [] });
  expect(await ana.call("Email.reprocessarEmail", { id })).toMatchObject({ sucesso: true });
  expect((await ana.call("Email.getEmail", { id })).object).toMatchObject({
    estado: "em-leitura",
    reprocessadoEm: expect.any(String),
  });
  expect(await ana.call("Email.reprocessarEmail", { id })).toMatchObject({
    sucesso: false,
    mensagem: "Esta mensagem ainda está sendo lida. Aguarde e tente de novo.",
  });
  expect(await road.travel()).toEqual([]);
  expect((await ana.call("Email.getEmail", { id })).object).toMatchObject({
    estado: "lido",
    extraidos: email?.extraidos,
    partes: (before as { partes: number }).partes,
  });
  expect(await ana.call("Email.reprocessarEmail", { id: newId() })).toMatchObject({ sucesso: false });
  expect(await road.asOwner("SELECT acao FROM registro WHERE alvo = $1", [id])).toEqual([
    { acao: "reprocessar-email" },
  ]);
});
