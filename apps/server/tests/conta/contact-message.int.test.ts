import { parseMessage } from "@malote/mailbox";
import { DAY_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sweepContacts } from "../../src/jobs/cleanup/sweep-contacts.ts";
import { KEEP_MS, RETRY_WAITS_MS } from "../../src/services/contact/contact.rules.ts";
import { solveCaptcha } from "../setup/captcha.ts";
import { type FakeSmtpServer, startFakeSmtpServer } from "../setup/servers/smtp-server.ts";
import { createWire, rpc, type Wire } from "../setup/wire.ts";

let smtp: FakeSmtpServer;
let wire: Wire;
beforeAll(async () => {
  smtp = await startFakeSmtpServer();
  const server = { servidor: "127.0.0.1", porta: smtp.port, tls: false, semTls: true };
  const de = "Malote <malote@empresa.test>";
  wire = await createWire({
    smtp: { ...server, usuario: null, senha: null, de },
    contactEmail: "operador@empresa.test",
  });
});
afterAll(async () => {
  wire.ctx.mail.close();
  await wire.dispose();
  await smtp.stop();
});
beforeEach(async () => {
  await wire.asOwner("DELETE FROM limite_uso");
  await wire.asOwner("DELETE FROM contato");
  smtp.accepted.length = 0;
});

const contactOf = (o: object = {}) => ({
  nome: "Rita Lemos",
  email: "rita@visitante.test",
  empresa: "Padaria Aurora",
  mensagem: "Quanto custa?\nObrigada.",
  ...o,
});

async function sendMessage(o: object = {}) {
  const params = { captcha: await solveCaptcha(wire, "contato"), homePageContato: contactOf(o) };
  const { result, error } = await rpc(wire, { id: 1, method: "Conta.sendContato", params });
  if (result === null) throw new Error(JSON.stringify(error));
  return result;
}

const findStored = () =>
  wire.asOwner(
    "SELECT tentativas, enviado_em IS NOT NULL AS enviado, proxima_em IS NOT NULL AS espera, falha FROM contato",
  );

test("a visitor's message reaches the operator once, and Reply-To names the visitor", async () => {
  expect(await sendMessage()).toMatchObject({
    sucesso: true,
    mensagem: "Mensagem enviada. Responderemos no e-mail que você informou.",
  });
  expect(await sweepContacts(wire.ctx)).toBe(1);
  expect(await sweepContacts(wire.ctx)).toBe(0);
  expect(smtp.accepted).toHaveLength(1);
  expect(smtp.commands).toContain("RCPT TO:<operador@empresa.test>");
  const raw = smtp.accepted[0] ?? "";
  expect(raw).toMatch(/^Reply-To: rita@visitante\.test\r$/m);
  expect(raw).toMatch(/^From: Malote <malote@empresa\.test>\r$/m);
  const parsed = await parseMessage(Buffer.from(raw, "latin1"));
  if (parsed.kind !== "mensagem") throw new Error(parsed.motivo);
  expect(parsed.mensagem.assunto).toBe("Contato pelo site");
  for (const said of ["Padaria Aurora", "Quanto custa?", "rita@visitante.test"]) {
    expect(parsed.mensagem.corpoTexto).toContain(said);
  }
  expect(await findStored()).toEqual([{ tentativas: 1, enviado: true, espera: false, falha: null }]);
});

test("a line break or a link in a name, and a line break in a subject, are refused at their field", async () => {
  const mensagem = "Escreva o nome em uma linha só, sem caracteres invisíveis.";
  const linkRefused = "Escreva só o nome, sem endereço de site nem de e-mail.";
  for (const [campo, valor, refusal] of [
    ["nome", "Rita\r\nBcc: todos@x.test", mensagem],
    ["nome", "Rita http://golpe.test", linkRefused],
    ["assunto", "Oi\r\nX-Outro: 1\r\n\r\ncorpo", mensagem],
  ] as const) {
    expect(await sendMessage({ [campo]: valor })).toMatchObject({
      sucesso: false,
      erros: [{ campo: `homePageContato.${campo}`, mensagem: refusal }],
    });
  }
  expect(await findStored()).toEqual([]);
});

test("line breaks in stored data add no mail header", async () => {
  await sendMessage();
  const antes = { nome: "Rita\r\nBcc: todos@x.test", assunto: "Oi\r\nX-Outro: 1\r\n\r\ncorpo" };
  await wire.asOwner("UPDATE contato SET dados = dados || $1", [JSON.stringify(antes)]);
  await sweepContacts(wire.ctx);
  const [head = ""] = (smtp.accepted[0] ?? "").split("\r\n\r\n");
  expect(head).toMatch(/^Subject: Contato pelo site\r$/m);
  expect(head).not.toMatch(/^(?:Bcc|X-Outro):/im);
  expect(smtp.commands.filter((each) => each.startsWith("RCPT TO:<todos"))).toEqual([]);
});

test("an address with a comma, a line break or without @ is refused at its field", async () => {
  for (const email of ["a@x.test,b@x.test", "a@x.test\r\nBcc: b@x.test", "sem-arroba"]) {
    expect(await sendMessage({ email })).toMatchObject({
      sucesso: false,
      erros: [{ campo: "homePageContato.email", mensagem: "Este e-mail não parece completo. Confira." }],
    });
  }
  expect(await findStored()).toEqual([]);
});

test("a message refused by the mail server is retried with growing delays, a limited number of times", async () => {
  await sendMessage();
  wire.clock.hold();
  smtp.replyWith("RCPT", "550 5.1.1 no such user");
  for (const [n, delay] of RETRY_WAITS_MS.entries()) {
    expect(await sweepContacts(wire.ctx)).toBe(0);
    expect(await findStored()).toMatchObject([{ tentativas: n + 1, enviado: false, espera: true }]);
    wire.clock.advance(delay - 5_000);
    await sweepContacts(wire.ctx);
    expect(await findStored()).toMatchObject([{ tentativas: n + 1 }]);
    wire.clock.advance(10_000);
  }
  wire.clock.release();
  await sweepContacts(wire.ctx);
  smtp.replyWith("RCPT", null);
  wire.clock.advance(DAY_MS);
  expect(await sweepContacts(wire.ctx)).toBe(0);
  expect(await findStored()).toMatchObject([
    {
      tentativas: RETRY_WAITS_MS.length + 1,
      enviado: false,
      espera: false,
      falha: expect.stringContaining("550"),
    },
  ]);
});

test("without a mail server a message waits, and is sent once there is one", async () => {
  await sendMessage();
  expect(await sweepContacts({ ...wire.ctx, config: { ...wire.config, smtp: null } })).toBe(0);
  expect(await findStored()).toMatchObject([{ tentativas: 0, espera: true }]);
  expect(await sweepContacts(wire.ctx)).toBe(1);
});

test("two processes that send at once deliver each message once", async () => {
  for (let n = 0; n < 6; n += 1) await sendMessage({ nome: `Visitante ${n}` });
  const sent = await Promise.all([sweepContacts(wire.ctx), sweepContacts(wire.ctx)]);
  expect([sent[0] + sent[1], smtp.accepted.length]).toEqual([6, 6]);
});

test("a sent message is deleted after half a year", async () => {
  await sendMessage();
  await sweepContacts(wire.ctx);
  wire.clock.advance(KEEP_MS + DAY_MS);
  await sweepContacts(wire.ctx);
  expect(await findStored()).toEqual([]);
  wire.clock.set(new Date());
});

test("the messages of one network per hour are limited", async () => {
  await sendMessage();
  await wire.asOwner("UPDATE limite_uso SET usos = 10 WHERE chave LIKE 'contato:%'");
  expect((await sendMessage()).mensagem).toMatch(/^Muitas mensagens deste endereço\. Aguarde \d+ min\.$/);
});
