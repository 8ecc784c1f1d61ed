import { parseMessage } from "@malote/mailbox";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sweepContatos } from "../src/jobs/sweep-contato.ts";
import { ESPERAS_MS, GUARDA_MS } from "../src/services/contato/contato.rules.ts";
import { solveCaptcha } from "./captcha.ts";
import { type SmtpFalso, startSmtpFalso } from "./smtp.ts";
import { createWire, rpc, type Wire } from "./wire.ts";

const DAY_MS = 86_400_000;

let smtp: SmtpFalso;
let wire: Wire;
beforeAll(async () => {
  smtp = await startSmtpFalso();
  const house = { servidor: "127.0.0.1", porta: smtp.porta, tls: false, semTls: true };
  const de = "Malote <malote@empresa.test>";
  wire = await createWire({
    smtp: { ...house, usuario: null, senha: null, de },
    contatoEmail: "operador@empresa.test",
  });
});
afterAll(async () => {
  wire.ctx.correio.close();
  await wire.dispose();
  await smtp.stop();
});
beforeEach(async () => {
  await wire.asOwner("DELETE FROM limite_uso");
  await wire.asOwner("DELETE FROM contato");
  smtp.aceitas.length = 0;
});

const escrito = (o: object = {}) => ({
  nome: "Rita Lemos",
  email: "rita@visitante.test",
  empresa: "Padaria Aurora",
  mensagem: "Quanto custa?\nObrigada.",
  ...o,
});

async function write(o: object = {}) {
  const params = { captcha: await solveCaptcha(wire, "contato"), homePageContato: escrito(o) };
  const { result, error } = await rpc(wire, { id: 1, method: "Conta.sendContato", params });
  if (result === null) throw new Error(JSON.stringify(error));
  return result;
}

const stored = () =>
  wire.asOwner(
    "SELECT tentativas, enviado_em IS NOT NULL AS enviado, proxima_em IS NOT NULL AS espera, falha FROM contato",
  );

test("a visitor's message reaches the operator once, and Reply-To names the visitor", async () => {
  expect(await write()).toMatchObject({
    sucesso: true,
    mensagem: "Mensagem enviada. Responderemos no e-mail que você informou.",
  });
  expect(await sweepContatos(wire.ctx)).toBe(1);
  expect(await sweepContatos(wire.ctx)).toBe(0);
  expect(smtp.aceitas).toHaveLength(1);
  expect(smtp.comandos).toContain("RCPT TO:<operador@empresa.test>");
  const raw = smtp.aceitas[0] ?? "";
  expect(raw).toMatch(/^Reply-To: rita@visitante\.test\r$/m);
  expect(raw).toMatch(/^From: Malote <malote@empresa\.test>\r$/m);
  const lida = await parseMessage(Buffer.from(raw, "latin1"));
  if (lida.kind !== "mensagem") throw new Error(lida.motivo);
  expect(lida.mensagem.assunto).toBe("Contato pelo site");
  for (const said of ["Padaria Aurora", "Quanto custa?", "rita@visitante.test"]) {
    expect(lida.mensagem.corpoTexto).toContain(said);
  }
  expect(await stored()).toEqual([{ tentativas: 1, enviado: true, espera: false, falha: null }]);
});

test("refuses a line break or a link in a name, and a line break in a subject, each at its field", async () => {
  const mensagem = "Escreva o nome em uma linha só, sem caracteres invisíveis.";
  const comLink = "Escreva só o nome, sem endereço de site nem de e-mail.";
  for (const [campo, valor, dita] of [
    ["nome", "Rita\r\nBcc: todos@x.test", mensagem],
    ["nome", "Rita http://golpe.test", comLink],
    ["assunto", "Oi\r\nX-Outro: 1\r\n\r\ncorpo", mensagem],
  ] as const) {
    expect(await write({ [campo]: valor })).toMatchObject({
      sucesso: false,
      erros: [{ campo: `homePageContato.${campo}`, mensagem: dita }],
    });
  }
  expect(await stored()).toEqual([]);
});

test("line breaks in stored data add no mail header", async () => {
  await write();
  const antes = { nome: "Rita\r\nBcc: todos@x.test", assunto: "Oi\r\nX-Outro: 1\r\n\r\ncorpo" };
  await wire.asOwner("UPDATE contato SET dados = dados || $1", [JSON.stringify(antes)]);
  await sweepContatos(wire.ctx);
  const [head = ""] = (smtp.aceitas[0] ?? "").split("\r\n\r\n");
  expect(head).toMatch(/^Subject: Contato pelo site\r$/m);
  expect(head).not.toMatch(/^(?:Bcc|X-Outro):/im);
  expect(smtp.comandos.filter((each) => each.startsWith("RCPT TO:<todos"))).toEqual([]);
});

test("refuses an address with a comma, a line break or without @ at its field", async () => {
  for (const email of ["a@x.test,b@x.test", "a@x.test\r\nBcc: b@x.test", "sem-arroba"]) {
    expect(await write({ email })).toMatchObject({
      sucesso: false,
      erros: [{ campo: "homePageContato.email", mensagem: "Este e-mail não parece completo. Confira." }],
    });
  }
  expect(await stored()).toEqual([]);
});

test("a message refused by the mail server is retried with growing delays, a limited number of times", async () => {
  await write();
  wire.clock.hold();
  smtp.say("RCPT", "550 5.1.1 no such user");
  for (const [n, espera] of ESPERAS_MS.entries()) {
    expect(await sweepContatos(wire.ctx)).toBe(0);
    expect(await stored()).toMatchObject([{ tentativas: n + 1, enviado: false, espera: true }]);
    wire.clock.advance(espera - 5_000);
    await sweepContatos(wire.ctx);
    expect(await stored()).toMatchObject([{ tentativas: n + 1 }]);
    wire.clock.advance(10_000);
  }
  wire.clock.release();
  await sweepContatos(wire.ctx);
  smtp.say("RCPT", null);
  wire.clock.advance(DAY_MS);
  expect(await sweepContatos(wire.ctx)).toBe(0);
  expect(await stored()).toMatchObject([
    {
      tentativas: ESPERAS_MS.length + 1,
      enviado: false,
      espera: false,
      falha: expect.stringContaining("550"),
    },
  ]);
});

test("without a mail server a message waits, and is sent once there is one", async () => {
  await write();
  expect(await sweepContatos({ ...wire.ctx, config: { ...wire.config, smtp: null } })).toBe(0);
  expect(await stored()).toMatchObject([{ tentativas: 0, espera: true }]);
  expect(await sweepContatos(wire.ctx)).toBe(1);
});

test("two processes that send at once deliver each message once", async () => {
  for (let n = 0; n < 6; n += 1) await write({ nome: `Visitante ${n}` });
  const sent = await Promise.all([sweepContatos(wire.ctx), sweepContatos(wire.ctx)]);
  expect([sent[0] + sent[1], smtp.aceitas.length]).toEqual([6, 6]);
});

test("a sent message is deleted after half a year", async () => {
  await write();
  await sweepContatos(wire.ctx);
  wire.clock.advance(GUARDA_MS + DAY_MS);
  await sweepContatos(wire.ctx);
  expect(await stored()).toEqual([]);
  wire.clock.set(new Date());
});

test("limits the messages of one network an hour", async () => {
  await write();
  await wire.asOwner("UPDATE limite_uso SET usos = 10 WHERE chave LIKE 'contato:%'");
  expect((await write()).mensagem).toMatch(/^Muitas mensagens deste endereço\. Aguarde \d+ min\.$/);
});
