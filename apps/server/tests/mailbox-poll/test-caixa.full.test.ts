import { CAIXA_FAILURES, CAIXA_TEST_MESSAGES, type ParamsOf, type ResultOf } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { createMailer } from "../../src/mail/mailer.ts";
import { SMTP_SANDBOX } from "../../src/mail/smtp-url.ts";
import { sendOutgoingEmail } from "../../src/services/outgoing-email/send-outgoing-email.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { openWire, signInAs, signInNewUser } from "../setup/wire.ts";

type Caixa = ParamsOf<"CaixaEmail.pingServidor">["caixa"];
type TestResult = ResultOf<"CaixaEmail.pingServidor">["object"];

const WINDOW_MS = 10 * MINUTE_MS;

let pipeline: TestPipeline;
let wire: Wire;
let ana: SignedInUser;
/** The sandbox's mailbox by IMAP over TLS, as a user types it. */
let caixa: Caixa;

beforeAll(async () => {
  pipeline = await createTestPipeline();
  wire = await openWire(pipeline);
  const conta = { contaId: pipeline.contaId, identificador: "demo" };
  const usuario = await pipeline.createUsuario(pipeline.contaId, { nomeUsuario: "ana" });
  ana = await signInAs(wire, { ...conta, ...usuario });
  const { pop3, imaps } = pipeline.sandbox.info;
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
  pipeline.clock.advance(WINDOW_MS);
});

async function testCaixa(o: Partial<Caixa> = {}, user = ana): Promise<TestResult> {
  const { object, mensagem } = await user.call("CaixaEmail.pingServidor", { caixa: { ...caixa, ...o } });
  if (object === null) throw new Error(`not tried: ${mensagem}`);
  return object as TestResult;
}

const stepsOf = ({ passos }: TestResult) =>
  passos.map(({ passo, ok }) => (ok ? passo : `${passo}!`)).join(" ");

test("every tipo of caixa is tested step by step and shows its certificate", async () => {
  const { pop3, imap, pop3s, imaps } = pipeline.sandbox.info;
  const allSteps = "dns tcp tls saudacao entrada listagem";
  const tlsAfterGreeting = "dns tcp saudacao tls entrada listagem";
  for (const [tipo, porta, steps] of [
    ["pop3", pop3.porta, "dns tcp saudacao entrada listagem"],
    ["pop3-starttls", pop3.porta, tlsAfterGreeting],
    ["spop3", pop3s.porta, allSteps],
    ["imap", imap.porta, "dns tcp saudacao entrada listagem"],
    ["imap-starttls", imap.porta, tlsAfterGreeting],
    ["imaps", imaps.porta, allSteps],
  ] as const) {
    const result = await testCaixa({ tipo, porta });
    expect([tipo, stepsOf(result), result.ok, result.falha]).toEqual([tipo, steps, true, null]);
    expect(result.mensagens).toBe(0);
    if (tipo === "pop3" || tipo === "imap") expect(result.certificado).toBeNull();
    else
      expect(result.certificado).toMatchObject({
        confiavel: true,
        impressao: expect.stringMatching(/^([0-9A-F]{2}:){31}/),
      });
    expect(JSON.stringify(result)).not.toContain(caixa.senha);
    // Every placeholder of every message was filled.
    expect(result.passos.map(({ mensagem }) => mensagem).join()).not.toMatch(/\{\w+\}/);
  }
});

test("a connection test shows an untrusted certificate and accepts it once it is pinned", async () => {
  const { autoAssinada } = pipeline.sandbox.info;
  const porta = autoAssinada.imaps.porta;
  const refused = await testCaixa({ porta });
  expect([stepsOf(refused), refused.falha]).toEqual([
    "dns tcp tls!",
    CAIXA_TEST_MESSAGES["tls-auto-assinado"],
  ]);
  expect(refused.certificado).toMatchObject({ impressao: autoAssinada.impressao, confiavel: false });
  const pinned = await testCaixa({ porta, certificadoFixado: autoAssinada.impressao });
  expect([pinned.ok, pinned.certificado?.confiavel]).toEqual([true, true]);
  const other = await testCaixa({ porta, certificadoFixado: "AA:".repeat(31).concat("AA") });
  expect(other).toMatchObject({ ok: false, falha: CAIXA_TEST_MESSAGES["tls-outro-certificado"] });
});

test("the test obtains an OAuth2 token before sign-in, and reports its refusal separately", async () => {
  const { tokenUrl, clientId, clientSecret, refreshToken, escopo } = pipeline.sandbox.info.oauth;
  const oauth = { provedor: "outro", tokenUrl, clientId, clientSecret, refreshToken, escopo };
  const typed = { autenticacao: "oauth2", senha: null, oauth } as const;
  expect(stepsOf(await testCaixa(typed))).toBe("dns tcp tls saudacao token entrada listagem");
  const refused = await testCaixa({ ...typed, oauth: { ...oauth, clientSecret: "errado" } });
  expect([stepsOf(refused), refused.falha]).toEqual([
    "dns tcp tls saudacao token!",
    CAIXA_TEST_MESSAGES["token-recusado"],
  ]);
  const { object } = await ana.call("CaixaEmail.saveCaixaEmail", {
    caixaEmail: { ...caixa, ...typed, servidor: "localhost", descricao: "Por token" },
  });
  const { id } = object as { id: string };
  const secretless = { ...oauth, clientSecret: null, refreshToken: "" };
  const stored = await testCaixa({ ...typed, id, servidor: "localhost", oauth: secretless });
  expect([stored.falha, stored.ok]).toEqual([null, true]);
  await ana.call("CaixaEmail.deleteCaixaEmail", { id });
});

test.each([
  ["a wrong password", { senha: "errada" }, "entrada!", CAIXA_TEST_MESSAGES["senha-recusada"]],
  ["a folder that is not there", { pasta: "Não há" }, "!", CAIXA_TEST_MESSAGES["pasta-inexistente"]],
  ["a name that does not exist", { servidor: "nada.invalid" }, "dns!", CAIXA_TEST_MESSAGES["dns-nao-existe"]],
  ["a name that is none", { servidor: "a\r\nDELE 1" }, "dns!", CAIXA_TEST_MESSAGES["dns-nome-invalido"]],
  ["the wrong protocol", { tipo: "spop3" }, "saudacao!", CAIXA_TEST_MESSAGES["saudacao-estranha"]],
] as [string, Partial<Caixa>, string, string][])(
  "%s is reported at its step with a useful error message",
  async (_name, o, step, said) => {
    const result = await testCaixa(o);
    expect([stepsOf(result).endsWith(step), result]).toMatchObject([
      true,
      { ok: false, mensagens: null, falha: said },
    ]);
    expect(result.passos.at(-1)?.mensagem).toBe(said);
  },
);

test("a closed port and a wrong protocol are reported differently", async () => {
  expect((await testCaixa({ porta: 1 })).falha).toBe(CAIXA_TEST_MESSAGES["tcp-recusada"]);
  expect(stepsOf(await testCaixa({ porta: pipeline.sandbox.info.imap.porta }))).toBe("dns tcp tls!");
});

test("outside the sandbox an internal address is never contacted, however it is written, and reveals nothing", async () => {
  const real = await signInNewUser(wire, { conta: await pipeline.createConta() });
  const forbidden: string[] = [
    CAIXA_TEST_MESSAGES["endereco-proibido"],
    CAIXA_TEST_MESSAGES["porta-proibida"],
  ];
  for (const servidor of ["127.0.0.1", "localhost", "169.254.169.254", "[::ffff:10.0.0.1]", "2130706433"]) {
    const usual = await testCaixa({ servidor, porta: null }, real);
    expect([servidor, usual.falha, usual.certificado]).toEqual([servidor, forbidden[0], null]);
    const open = await testCaixa({ servidor, porta: pipeline.sandbox.info.imaps.porta }, real);
    expect([servidor, forbidden.includes(open.falha ?? ""), open.certificado]).toEqual([
      servidor,
      true,
      null,
    ]);
    expect(
      [usual, open].flatMap(({ passos }) => passos).filter(({ passo, ok }) => ok && passo !== "dns"),
    ).toEqual([]);
    pipeline.clock.advance(WINDOW_MS);
  }
});

test("a caixa entered on the screen is polled over TLS, and its messages are stored once", async () => {
  const descricao = "Caixa nova";
  const before = (await ana.call("Email.getListEmail", {})).totalCount ?? 0;
  await pipeline.sandbox.playScenario("nota-autorizada");
  const saved = await ana.call("CaixaEmail.saveCaixaEmail", {
    caixaEmail: { ...caixa, servidor: "localhost", descricao },
  });
  expect(saved.mensagem).toBeNull();
  const { id } = saved.object as { id: string };
  expect(await pipeline.collect()).toEqual([]);
  expect(await pipeline.collect()).toEqual([]);
  expect((await ana.call("Email.getListEmail", {})).totalCount).toBe(before + 1);
  expect((await ana.call("CaixaEmail.getCaixaEmail", { id })).object).toMatchObject({
    estado: "aguardando",
    ultimoErro: null,
    ultimaColeta: expect.any(String),
  });
});

test("a refused password is notified to the owner once, and so is its end", async () => {
  const { sandbox } = pipeline;
  const porta = sandbox.info.smtp.porta;
  const ctx = { ...pipeline.ctx, mail: createMailer({ ...SMTP_SANDBOX, porta }) };
  const sendAll = async () => {
    const { contaId } = pipeline;
    const envios = await pipeline.asOwner<{ id: string }>("SELECT id FROM envio WHERE estado = 'pendente'");
    for (const { id: envioId } of envios) await sendOutgoingEmail(ctx, { contaId, envioId });
    return sandbox.mail.sentEmails.list().map(({ assunto, para }) => [assunto, ...para]);
  };
  await sandbox.mail.setFault("recusar-senha");
  for (let n = 0; n < 3; n += 1) expect(await pipeline.collect()).not.toEqual([]);
  const { results } = await ana.call("CaixaEmail.getListCaixaEmail", {});
  expect(results).toMatchObject([{ estado: "erro", ultimoErro: CAIXA_FAILURES.senha }, { estado: "erro" }]);
  const ownerEmail = "marina.prado@demo.example";
  const stoppedEmails = Array.from({ length: 2 }, () => ["Uma caixa de e-mail parou de coletar", ownerEmail]);
  expect((await sendAll()).toSorted()).toEqual(stoppedEmails);
  await sandbox.mail.setFault("nenhuma");
  expect(await pipeline.collect()).toEqual([]);
  const recoveredEmails = Array.from({ length: 2 }, () => [
    "Uma caixa de e-mail voltou a coletar",
    ownerEmail,
  ]);
  expect((await sendAll()).toSorted()).toEqual([...stoppedEmails, ...recoveredEmails].toSorted());
  ctx.mail.close();
});

test("no e-mail is sent through a mail server with an untrusted certificate", async () => {
  const { porta } = pipeline.sandbox.info.autoAssinada.imaps;
  const smtp = { servidor: "127.0.0.1", porta, tls: true, semTls: false, usuario: "malote", senha: "s" };
  const mailer = createMailer({ ...smtp, de: "Malote <malote@empresa.test>" });
  const outgoingEmail = {
    id: newId(),
    para: "a@b.test",
    data: new Date(),
    assunto: "a",
    texto: "a",
    html: "a",
  };
  await expect(mailer.send(outgoingEmail)).rejects.toThrow(/self-signed/);
  mailer.close();
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
  expect(await pipeline.runDueJobs()).toEqual([]);
  expect((await ana.call("Email.getEmail", { id })).object).toMatchObject({
    estado: "lido",
    extraidos: email?.extraidos,
    partes: (before as { partes: number }).partes,
  });
  expect(await ana.call("Email.reprocessarEmail", { id: newId() })).toMatchObject({ sucesso: false });
  expect(await pipeline.asOwner("SELECT acao FROM registro WHERE alvo = $1", [id])).toEqual([
    { acao: "reprocessar-email" },
  ]);
});
