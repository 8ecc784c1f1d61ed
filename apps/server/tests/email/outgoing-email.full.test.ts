import { parseMessage } from "@malote/mailbox";
import { MINUTE_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { AppContext } from "../../src/app-context.ts";
import { newId } from "../../src/db/index.ts";
import { WRITE_WAITS_MS } from "../../src/db/retry-write.ts";
import { Outage } from "../../src/errors.ts";
import { MARGIN_MS, QUOTAS } from "../../src/jobs/dispatch/quotas.ts";
import { createMailer, EMAIL_MAX_MS, type SmtpConfig } from "../../src/mail/mailer.ts";
import { planOutgoingEmail } from "../../src/services/outgoing-email/outgoing-email.rows.ts";
import {
  giveUpOutgoingEmail,
  sendOutgoingEmail,
} from "../../src/services/outgoing-email/send-outgoing-email.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { type FakeSmtpServer, startFakeSmtpServer } from "../setup/servers/smtp-server.ts";

const RECIPIENT = "marina@exemplo.test";

let context: TestContext;
let contaId: string;
let smtp: FakeSmtpServer;
let ctx: AppContext;

beforeAll(async () => {
  context = await createTestContext();
  ({ contaId } = await context.createConta({ uf: "AM" }));
});
afterAll(() => context.dispose());
beforeEach(async () => {
  smtp = await startFakeSmtpServer();
  ctx = restart();
});
afterEach(async () => {
  ctx.mail.close();
  await smtp.stop();
});

/** The server as another process has it: same database, new connection to the mail server. */
function restart(o: Partial<SmtpConfig> = {}): AppContext {
  const config = { servidor: "127.0.0.1", porta: smtp.port, tls: false, semTls: true, usuario: null };
  const de = "Malote <malote@empresa.test>";
  return { ...context.ctx, mail: createMailer({ ...config, senha: null, de, ...o }) };
}

async function reopen(): Promise<void> {
  smtp = await startFakeSmtpServer(smtp.port);
}

async function queueEmail(occasion: string = newId()): Promise<string> {
  const dados = {
    caixaId: newId(),
    descricao: 'Compras "Norte" <b>',
    servidor: "imap.exemplo.test",
    usuario: "compras@exemplo.test",
    causa: "senha",
    erroDesde: new Date("2026-11-20T15:41:00Z"),
    ultimaColeta: null,
    emailsTotal: 12_418,
  };
  const newEmail = {
    modelo: "caixa-com-erro" as const,
    ocasiao: occasion,
    para: RECIPIENT,
    dados,
    now: ctx.clock.now(),
  };
  await ctx.database.withConta(contaId, (db) => planOutgoingEmail(db, contaId, newEmail));
  const [row] = await context.asOwner<{ id: string }>(
    "SELECT id FROM envio WHERE ocasiao = $1 ORDER BY criado_em",
    [occasion],
  );
  return row?.id ?? "";
}

const send = (envioId: string) => sendOutgoingEmail(ctx, { contaId, envioId });

async function stateOf(envioId: string) {
  const [row] = await context.asOwner("SELECT estado, falha, enviado_em FROM envio WHERE id = $1", [envioId]);
  return row;
}

test("an e-mail has a text and an HTML part in the conta's local time, and is sent once", async () => {
  const id = await queueEmail();
  await send(id);
  await send(id);
  expect(smtp.accepted).toHaveLength(1);
  expect(await stateOf(id)).toMatchObject({ estado: "enviado", falha: null, enviado_em: expect.any(Date) });
  const parsed = await parseMessage(Buffer.from(smtp.accepted[0] ?? "", "latin1"));
  if (parsed.kind !== "mensagem") throw new Error(parsed.motivo);
  const { mensagem } = parsed;
  expect(mensagem).toMatchObject({
    assunto: "Uma caixa de e-mail parou de coletar",
    messageId: `<${id}@empresa.test>`,
    remetente: "malote@empresa.test",
  });
  expect(smtp.accepted[0]).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(smtp.commands).toContain(`RCPT TO:<${RECIPIENT}>`);
  for (const said of ["20/11/2026 11:41", "Os 12.418 ", "http://127.0.0.1:3000/caixaemail/"]) {
    expect(mensagem.corpoTexto).toContain(said);
    expect(mensagem.corpoHtml).toContain(said);
  }
});

test("an occasion queues one e-mail and plans one job, however often it is reported", async () => {
  const occasion = newId();
  const id = await queueEmail(occasion);
  expect(await queueEmail(occasion)).toBe(id);
  const rows = await context.asOwner(
    "SELECT t.id FROM envio e JOIN tarefa t ON t.alvo = e.id::text AND t.tipo = 'envio' WHERE e.ocasiao = $1",
    [occasion],
  );
  expect(rows).toHaveLength(1);
});

test.each([
  ["the server is not there", () => smtp.stop(), () => reopen()],
  [
    "it says 'later' to the recipient",
    () => smtp.replyWith("RCPT", "451 later"),
    () => smtp.replyWith("RCPT", null),
  ],
  [
    "it says 'later' to the message",
    () => smtp.replyWith("FIM", "452 full"),
    () => smtp.replyWith("FIM", null),
  ],
  ["it hangs up in the middle", () => smtp.replyWith("DATA", "cair"), () => smtp.replyWith("DATA", null)],
  ["it is closed", () => smtp.replyWith("ligar", "421 closed"), () => smtp.replyWith("ligar", null)],
  ["it hangs up at once", () => smtp.replyWith("ligar", "cair"), () => smtp.replyWith("ligar", null)],
])("the e-mail waits and is sent once afterwards when %s", async (_name, begin, end) => {
  const id = await queueEmail();
  await begin();
  await expect(send(id)).rejects.toBeInstanceOf(Outage);
  expect(await stateOf(id)).toMatchObject({ estado: "pendente" });
  await end();
  await send(id);
  expect([smtp.accepted.length, await stateOf(id)]).toMatchObject([1, { estado: "enviado" }]);
});

test("a connection dropped between two e-mails affects neither", async () => {
  const [first, second] = [await queueEmail(), await queueEmail()];
  await send(first);
  smtp.hangUp();
  await send(second);
  expect(smtp.accepted).toHaveLength(2);
});

test("an e-mail handed over without an answer is not repeated at once, but by the next job", async () => {
  const id = await queueEmail();
  smtp.replyWith("FIM", "cair");
  await expect(send(id)).rejects.toBeInstanceOf(Outage);
  expect(smtp.commands.filter((each) => each === "DATA")).toHaveLength(1);
  smtp.replyWith("FIM", null);
  await send(id);
  expect(await stateOf(id)).toMatchObject({ estado: "enviado" });
});

test.each([
  ["the recipient", "RCPT" as const, "550 5.1.1 no such user"],
  ["the message", "FIM" as const, "554 5.7.1 looks like spam"],
])(
  "a server that refuses %s permanently ends the e-mail, with the server's reason",
  async (_name, stage, reply) => {
    const id = await queueEmail();
    smtp.replyWith(stage, reply);
    await send(id);
    expect(await stateOf(id)).toMatchObject({
      estado: "falhou",
      falha: expect.stringContaining(reply),
      enviado_em: null,
    });
    smtp.replyWith(stage, null);
    await send(id);
    expect(smtp.accepted).toHaveLength(0);
  },
);

test("after a refused SMTP password the e-mail waits 15 minutes for the operator", async () => {
  const id = await queueEmail();
  ctx.mail.close();
  ctx = restart({ usuario: "malote", senha: "segredo-smtp" });
  smtp.replyWith("AUTH", "535 5.7.8 bad credentials");
  const error = await send(id).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: "Outage", retryAfterMs: 15 * MINUTE_MS });
  expect(String(error)).not.toContain("segredo-smtp");
  expect(await stateOf(id)).toMatchObject({ estado: "pendente" });
});

test.each([
  ["the sender", "MAIL" as const, "553 5.7.1 sender not owned by user"],
  ["a sender who did not sign in", "MAIL" as const, "530 5.7.0 authentication required"],
  ["a recipient before one signs in", "RCPT" as const, "530 5.7.1 authentication required"],
  ["a message without encryption", "FIM" as const, "538 5.7.11 encryption required"],
  ["everybody", "ligar" as const, "554 5.7.1 no service for you"],
])(
  "a server that refuses %s is the operator's problem: the e-mail waits until it is solved",
  async (_name, stage, reply) => {
    const id = await queueEmail();
    smtp.replyWith(stage, reply);
    await expect(send(id)).rejects.toMatchObject({
      name: "Outage",
      retryAfterMs: 15 * MINUTE_MS,
      message: expect.stringContaining(reply),
    });
    expect(await stateOf(id)).toMatchObject({ estado: "pendente", falha: null });
    smtp.replyWith(stage, null);
    await send(id);
    expect([smtp.accepted.length, await stateOf(id)]).toMatchObject([1, { estado: "enviado" }]);
  },
);

test("a slow server is dropped after the time limit, and the e-mail is sent by the next job", async () => {
  const id = await queueEmail();
  ctx.mail.close();
  const port = smtp.port;
  const config = { servidor: "127.0.0.1", porta: port, tls: false, semTls: true, usuario: null, senha: null };
  ctx = { ...ctx, mail: createMailer({ ...config, de: "Malote <malote@empresa.test>" }, 300) };
  smtp.replyWith("DATA", "pingar");
  const since = performance.now();
  await expect(send(id)).rejects.toBeInstanceOf(Outage);
  expect(performance.now() - since).toBeLessThan(30_000);
  expect(await stateOf(id)).toMatchObject({ estado: "pendente" });
  smtp.replyWith("DATA", null);
  await send(id);
  expect([smtp.accepted.length, await stateOf(id)]).toMatchObject([1, { estado: "enviado" }]);
});

test("the longest delivery and the writing of its result fit into the lease of the job", () => {
  const writing = WRITE_WAITS_MS.reduce((sum, ms) => sum + ms, 0);
  expect(EMAIL_MAX_MS + writing).toBeLessThan(QUOTAS.envio.maxMs - MARGIN_MS);
});

test("a server without TLS receives neither password nor e-mail, unless the operator allows it", async () => {
  const id = await queueEmail();
  ctx.mail.close();
  ctx = restart({ semTls: false, usuario: "malote", senha: "segredo-smtp" });
  await expect(send(id)).rejects.toBeInstanceOf(Outage);
  expect(smtp.commands.filter((each) => /^(AUTH|MAIL)/.test(each))).toEqual([]);
});

test("a database failure right after the delivery does not send the e-mail again", async () => {
  const id = await queueEmail();
  const database = { ...ctx.database, withConta: failOnce(ctx, new Error("the process was told to end")) };
  await expect(sendOutgoingEmail({ ...ctx, database }, { contaId, envioId: id })).rejects.toThrow(
    "told to end",
  );
  expect([smtp.accepted.length, await stateOf(id)]).toMatchObject([1, { estado: "pendente" }]);
  await send(id);
  expect([smtp.accepted.length, await stateOf(id)]).toMatchObject([1, { estado: "enviado" }]);
});

test("a process killed right after the delivery sends the e-mail again with the same Message-ID", async () => {
  const id = await queueEmail();
  const database = { ...ctx.database, withConta: failOnce(ctx, new Error("killed")) };
  await expect(sendOutgoingEmail({ ...ctx, database }, { contaId, envioId: id })).rejects.toThrow("killed");
  ctx.mail.close();
  ctx = restart();
  await send(id);
  const ids = smtp.accepted.map((raw) => /^Message-ID: (.+)\r$/im.exec(raw)?.[1]);
  expect(ids).toEqual([`<${id}@empresa.test>`, `<${id}@empresa.test>`]);
});

/** Makes the second transaction, which writes the result, fail with this error. */
function failOnce({ database }: AppContext, error: Error): AppContext["database"]["withConta"] {
  let calls = 0;
  return async (conta, fn) => {
    calls += 1;
    if (calls === 2) throw error;
    return await database.withConta(conta, fn);
  };
}

test("without a mail server an e-mail fails at once, and a given-up e-mail keeps its reason", async () => {
  const [without, lost] = [await queueEmail(), await queueEmail()];
  await sendOutgoingEmail({ ...ctx, mail: createMailer(null) }, { contaId, envioId: without });
  await giveUpOutgoingEmail(ctx, { contaId, envioId: lost, motivo: "SMTP: ECONNREFUSED" });
  expect(await stateOf(without)).toMatchObject({ estado: "falhou", falha: "sem-smtp" });
  expect(await stateOf(lost)).toMatchObject({ estado: "falhou", falha: "desistiu: SMTP: ECONNREFUSED" });
});

test("an e-mail of another conta is not sent", async () => {
  const id = await queueEmail();
  const other = await context.createConta();
  await sendOutgoingEmail(ctx, { contaId: other.contaId, envioId: id });
  expect([smtp.accepted.length, await stateOf(id)]).toMatchObject([0, { estado: "pendente" }]);
});
