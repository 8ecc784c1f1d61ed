import { type ParsedMessage, parseMessage } from "@malote/mailbox";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendOutgoingEmail } from "../../src/services/outgoing-email/send-outgoing-email.ts";
import {
  LETTERS_OF_CONTA_MAX,
  LETTERS_TO_ADDRESS_MAX,
} from "../../src/services/xml-request/plan-request-email.ts";
import { remindSuppliers } from "../../src/services/xml-request/remind-suppliers.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { NOSSA, openContaFixture, writeCopy } from "../setup/nota-copies.ts";
import { type FakeSmtpServer, startFakeSmtpServer } from "../setup/servers/smtp-server.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { type FedQueue, FORNECEDOR, openFedQueue, sendByMail, writeResNFe } from "./distributed-documents.ts";

const SUPPLIER = "fiscal@moinho.example";

let smtp: FakeSmtpServer;
let wire: Wire;
let ana: SignedInUser;
let conta: Awaited<ReturnType<typeof openContaFixture>>;
let queue: FedQueue;

beforeAll(async () => {
  smtp = await startFakeSmtpServer();
  wire = await createWire({
    smtp: {
      ...{ servidor: "127.0.0.1", porta: smtp.port, tls: false, semTls: true, usuario: null, senha: null },
      de: "Malote <malote@empresa.test>",
    },
  });
});
afterAll(async () => {
  await wire.dispose();
  await smtp.stop();
});
beforeEach(async () => {
  wire.clock.hold();
  // What another test left unsent.
  await wire.asOwner("UPDATE envio SET estado = 'falhou'");
  ({ conta, ana, queue } = await openAuditedConta());
});
afterEach(() => {
  smtp.accepted.length = 0;
  wire.clock.release();
});

/** A conta with a company, its mailbox and its distribution queue, and an administrator. */
async function openAuditedConta() {
  const fixture = await openContaFixture(wire);
  const { contaId, identificador } = fixture;
  const [empresa] = await wire.asOwner<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1", [
    contaId,
  ]);
  await wire.createCaixa(contaId, { usuario: "notas@padaria.example" });
  const user = await signInNewUser(wire, { conta: { contaId, identificador } });
  const fed = openFedQueue(wire, { contaId, empresaId: empresa?.id ?? "", cnpj: NOSSA });
  return { conta: fixture, ana: user, queue: fed };
}

/** The clock moves on; sessions end, so the user signs in again. */
async function advance(ms: number): Promise<void> {
  wire.clock.advance(ms);
  const { contaId, identificador } = conta;
  ana = await signInNewUser(wire, {
    conta: { contaId, identificador },
    nomeUsuario: `ana${wire.clock.now().getTime()}`,
  });
}

const daysAgo = (days: number): string => new Date(wire.clock.now().getTime() - days * DAY_MS).toISOString();

/** SEFAZ reports notas that no supplier sent. @returns the ids of their records, in order */
async function reportMissing(...numeros: number[]): Promise<string[]> {
  await queue.deliver(...numeros.map((numero) => writeResNFe(numero, { em: daysAgo(1) })));
  const rows = await wire.asOwner<{ id: string; chave: string }>(
    "SELECT id, chave FROM auditor WHERE conta_id = $1",
    [conta.contaId],
  );
  return numeros.map((numero) => rows.find(({ chave }) => chave === inventChave(numero))?.id ?? "");
}

/** The supplier sent an XML by e-mail before, so that its address is known. */
async function makeKnown(remetente = SUPPLIER): Promise<void> {
  await conta.receive([writeCopy({ numero: 900 })]);
  await sendByMail(wire, conta.contaId, { chave: inventChave(900), remetente, em: daysAgo(2) });
}

type Outcome = { id: string; mensagem: string | null };

async function request(ids: string[], para?: string, by = ana): Promise<Outcome[] | string | null> {
  const answer = await by.call("PedidoXml.pedirXml", { ids, ...(para === undefined ? {} : { para }) });
  return answer.sucesso ? (answer.results as Outcome[]) : (answer.erros?.[0]?.mensagem ?? answer.mensagem);
}

/** Sends what is planned, as the worker does, twice: a repeated run must send nothing. */
async function sendAll(): Promise<ParsedMessage[]> {
  const rows = await wire.asOwner<{ id: string; conta_id: string }>(
    "SELECT id, conta_id FROM envio ORDER BY criado_em, id",
  );
  for (const { id, conta_id } of [...rows, ...rows]) {
    await sendOutgoingEmail(wire.ctx, { contaId: conta_id, envioId: id });
  }
  return await Promise.all(
    smtp.accepted.map(async (raw) => {
      const parsed = await parseMessage(Buffer.from(raw, "latin1"));
      if (parsed.kind !== "mensagem") throw new Error(parsed.motivo);
      return parsed.mensagem;
    }),
  );
}

type Supplier = {
  cnpjEmitente: string;
  quantidade: number;
  soma: string;
  aPedir: number;
  noPrazo: number;
  para: string | null;
  documentos: Record<string, unknown>[];
};

async function listSuppliers(by = ana): Promise<Supplier[]> {
  return (await by.call("PedidoXml.getListFornecedor", {})).results as Supplier[];
}

async function remind(): Promise<number> {
  const { contaId } = conta;
  return await wire.ctx.database.withConta(contaId, (db) => remindSuppliers(db, contaId, wire.clock.now()));
}

describe("missing XMLs by supplier", () => {
  test("a supplier is listed with its documents, their sum, and the address that sent its XMLs before", async () => {
    await makeKnown();
    await reportMissing(1, 2);
    expect(await listSuppliers()).toMatchObject([
      {
        ...{ cnpjEmitente: FORNECEDOR, quantidade: 2, soma: "2469.00", aPedir: 2, para: SUPPLIER },
        documentos: [{ estado: "faltando", pedidoEm: null, porFora: false }, { estado: "faltando" }],
      },
    ]);
  });

  test("the request is one plain e-mail with every chave, answered to the mailbox of the empresa", async () => {
    await makeKnown();
    const ids = await reportMissing(1, 2);
    const { results } = await ana.call("PedidoXml.getCarta", { ids });
    expect(await request(ids)).toEqual(ids.map((id) => ({ id, mensagem: null })));
    const [email, ...others] = await sendAll();
    expect(others).toEqual([]);
    expect(smtp.commands).toContain(`RCPT TO:<${SUPPLIER}>`);
    expect(smtp.accepted[0]).toMatch(/^Reply-To: (<)?notas@padaria\.example/m);
    expect(smtp.accepted[0]).toMatch(/^Content-Type: text\/plain/m);
    expect(email).toMatchObject({
      assunto: "Pedido de XML: 2 documentos para o CNPJ 11.222.333/0001-81",
      corpoHtml: null,
    });
    for (const said of [inventChave(1), inventChave(2), "R$ 1.234,50", "notas@padaria.example"]) {
      expect(email?.corpoTexto).toContain(said);
    }
    const [preview] = results as { texto: string; assunto: string; enderecos: string[] }[];
    expect(preview).toMatchObject({ assunto: email?.assunto, enderecos: [SUPPLIER] });
    expect(email?.corpoTexto?.trim()).toBe(preview?.texto.trim());
    expect(await listSuppliers()).toMatchObject([
      { aPedir: 0, documentos: [{ estado: "pedido", pedidoPor: "Ana de Teste", pedidoPara: SUPPLIER }, {}] },
    ]);
  });

  test("a second click sends nothing, even at the same moment; a day later the supplier is asked again", async () => {
    await makeKnown();
    const ids = await reportMissing(1, 2);
    await Promise.all([request(ids), request(ids), request(ids.toReversed())]);
    expect(await sendAll()).toHaveLength(1);
    await advance(DAY_MS + HOUR_MS);
    await request(ids);
    expect(await sendAll()).toHaveLength(2);
  });

  test("the XML arrives, and the document leaves the list", async () => {
    await makeKnown();
    const ids = await reportMissing(1, 2);
    await request(ids);
    await conta.receive([writeCopy({ numero: 1, valor: "1234.50" })]);
    expect(await listSuppliers()).toMatchObject([{ quantidade: 1, soma: "1234.50" }]);
    expect(await request([ids[0] ?? ""])).toMatchObject([{ mensagem: expect.stringContaining("já chegou") }]);
  });

  test("an act of the user is recorded, with the address and the number of documents", async () => {
    await makeKnown();
    await request(await reportMissing(1, 2));
    const acts = await wire.asOwner(
      "SELECT usuario, detalhe FROM registro WHERE conta_id = $1 AND acao = 'pedir-xml'",
      [conta.contaId],
    );
    expect(acts).toEqual([{ usuario: "Ana de Teste", detalhe: `2 de ${FORNECEDOR} a ${SUPPLIER}` }]);
  });
});

describe("a request is no way to write to strangers", () => {
  test("only an administrator gives an address that is not known; then others may use it", async () => {
    const { contaId, identificador } = conta;
    const rita = await signInNewUser(wire, {
      conta: { contaId, identificador },
      nomeUsuario: "rita",
      administrador: false,
    });
    const ids = await reportMissing(1, 2);
    expect(await request(ids, "novo@moinho.example", rita)).toContain("Só um administrador");
    expect(await request(ids, undefined, rita)).toMatchObject([
      { mensagem: expect.stringContaining("Nenhum endereço conhecido") },
      {},
    ]);
    await request(ids.slice(0, 1), "novo@moinho.example");
    await request(ids.slice(1), "NOVO@moinho.example", rita);
    expect(await sendAll()).toHaveLength(2);
  });

  test.each([
    "a@moinho.example\r\nBcc: outro@vitima.example",
    "a@moinho.example,outro@vitima.example",
    "Outro <outro@vitima.example>",
    "sem-arroba",
  ])("the address %j is refused", async (para) => {
    expect(typeof (await request(await reportMissing(1), para))).toBe("string");
    expect(await sendAll()).toEqual([]);
  });

  test("names of suppliers and empresas add no header, no link and no word to the subject", async () => {
    const evil = "Clique em https://mal.example\r\nBcc: x@y.example";
    await wire.asOwner("UPDATE empresa SET nome = $2 WHERE conta_id = $1", [conta.contaId, evil]);
    await request(await reportMissing(1), "novo@moinho.example");
    const [email] = await sendAll();
    expect(smtp.accepted[0]).not.toMatch(/^Bcc:/im);
    expect(email?.corpoTexto).not.toContain("https://mal.example");
    expect(email?.assunto).not.toContain("Clique");
  });

  test("an address gets a limited number of e-mails a day, and a conta sends a limited number", async () => {
    const numeros = Array.from({ length: LETTERS_TO_ADDRESS_MAX + 1 }, (_, n) => n + 1);
    const ids = await reportMissing(...numeros);
    for (const id of ids.slice(0, -1))
      expect(await request([id], SUPPLIER)).toMatchObject([{ mensagem: null }]);
    expect(await request(ids.slice(-1), SUPPLIER)).toMatchObject([
      { mensagem: expect.stringContaining("Este endereço já recebeu") },
    ]);
    await wire.asOwner("UPDATE limite_uso SET usos = $2 WHERE chave = $1", [
      `pedido-xml:${conta.contaId}`,
      LETTERS_OF_CONTA_MAX,
    ]);
    expect(await request(ids.slice(-1), "outro@moinho.example")).toMatchObject([
      { mensagem: expect.stringContaining("A conta já enviou") },
    ]);
    expect(await sendAll()).toHaveLength(LETTERS_TO_ADDRESS_MAX);
  });

  test("another conta neither sees nor requests the documents", async () => {
    const ids = await reportMissing(1);
    const other = await openAuditedConta();
    expect(await listSuppliers(other.ana)).toEqual([]);
    expect(await request(ids, SUPPLIER, other.ana)).toMatchObject([{ mensagem: expect.any(String) }]);
    expect(await sendAll()).toEqual([]);
  });

  test("a user restricted to another empresa neither sees nor requests the documents", async () => {
    const { contaId, identificador } = conta;
    const ids = await reportMissing(1);
    const { empresaId } = await wire.createEmpresa(contaId, { cnpj: "27391485000148" });
    const user = await signInNewUser(wire, {
      conta: { contaId, identificador },
      nomeUsuario: "restrita",
      administrador: false,
    });
    await makeKnown();
    await wire.asOwner("UPDATE usuario SET restrito = true WHERE id = $1", [user.usuarioId]);
    await wire.asOwner("INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) VALUES ($1, $2, $3)", [
      ...[contaId, user.usuarioId, empresaId],
    ]);
    expect(await listSuppliers(user)).toEqual([]);
    expect(await request(ids, undefined, user)).toMatchObject([{ mensagem: expect.any(String) }]);
    expect(await sendAll()).toEqual([]);
  });
});

describe("reminders", () => {
  test("a supplier is reminded twice of what has not arrived, then no more", async () => {
    await makeKnown();
    const ids = await reportMissing(1, 2);
    await request(ids);
    wire.clock.advance(4 * DAY_MS);
    expect(await remind()).toBe(0);
    wire.clock.advance(DAY_MS + HOUR_MS);
    await conta.receive([writeCopy({ numero: 1 })]);
    expect(await Promise.all([remind(), remind()])).toEqual(expect.arrayContaining([1, 0]));
    const [, reminder] = await sendAll();
    expect(reminder?.assunto).toBe("Lembrete do pedido de XML: 1 documento para o CNPJ 11.222.333/0001-81");
    expect(reminder?.corpoTexto).not.toContain(inventChave(1));
    wire.clock.advance(5 * DAY_MS + HOUR_MS);
    expect(await remind()).toBe(1);
    wire.clock.advance(30 * DAY_MS);
    expect(await remind()).toBe(0);
    expect(await sendAll()).toHaveLength(3);
  });

  test("no supplier is reminded of a document that arrived or was cancelled, nor when the conta wants no reminders", async () => {
    await makeKnown();
    const ids = await reportMissing(1, 2, 3);
    for (const id of ids) await request([id]);
    await conta.receive([writeCopy({ numero: 1 })]);
    await queue.deliver(writeResNFe(2, { cSitNFe: "3", em: daysAgo(0) }));
    await ana.call("PedidoXml.setLembrete", { dias: 0 });
    await advance(6 * DAY_MS);
    expect(await remind()).toBe(0);
    await ana.call("PedidoXml.setLembrete", { dias: 5 });
    await wire.asOwner("UPDATE pedido_xml SET lembrar_em = pedido_em WHERE conta_id = $1", [conta.contaId]);
    expect(await remind()).toBe(1);
    expect((await sendAll()).at(-1)?.corpoTexto).toContain(inventChave(3));
  });
});

describe("asked without Malote, and ciência", () => {
  test("a document is marked as asked outside Malote, and the mark is undone", async () => {
    const ids = await reportMissing(1);
    await ana.call("PedidoXml.setPedidoPorFora", { ids, pedido: true });
    expect(await listSuppliers()).toMatchObject([
      { aPedir: 0, documentos: [{ estado: "pedido", porFora: true }] },
    ]);
    await ana.call("PedidoXml.setPedidoPorFora", { ids, pedido: false });
    expect(await listSuppliers()).toMatchObject([
      { aPedir: 1, documentos: [{ estado: "faltando", pedidoEm: null }] },
    ]);
    expect(await sendAll()).toEqual([]);
  });

  test("the count of a ciência is that of the accepted requests, which are then on their way", async () => {
    await wire.asOwner("UPDATE usuario SET permissao_manifestacao = true WHERE conta_id = $1", [
      conta.contaId,
    ]);
    await wire.asOwner("UPDATE empresa SET ativar_manifestacao = true WHERE conta_id = $1", [conta.contaId]);
    const ids = await reportMissing(1, 2);
    await queue.deliver(writeResNFe(3, { em: daysAgo(11) }));
    expect(await listSuppliers()).toMatchObject([
      { noPrazo: 0, documentos: [{ cienciaImpedida: expect.stringContaining("certificado") }, {}, {}] },
    ]);
    await wire.asOwner(
      `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, valido_de, valido_ate)
       VALUES ($1, $2, $2, '\\x00', 'x', $3, $4)`,
      [conta.contaId, queue.empresaId, daysAgo(10), daysAgo(-100)],
    );
    const [supplier] = await listSuppliers();
    expect(supplier).toMatchObject({ noPrazo: 2, quantidade: 3 });
    const all = supplier?.documentos.map(({ id }) => String(id)) ?? [];
    const { results } = await ana.call("PedidoXml.darCiencia", { ids: all });
    const accepted = (results as Outcome[]).filter(({ mensagem }) => mensagem === null).map(({ id }) => id);
    expect(accepted.toSorted()).toEqual(ids.toSorted());
    await ana.call("PedidoXml.darCiencia", { ids: all });
    const sent = await wire.asOwner(
      "SELECT m.chave FROM manifestacao m JOIN tarefa t ON t.alvo = m.id::text AND t.tipo = 'manifesto' WHERE m.conta_id = $1",
      [conta.contaId],
    );
    expect(sent).toHaveLength(2);
    expect(await listSuppliers()).toMatchObject([
      { noPrazo: 0, documentos: expect.arrayContaining([expect.objectContaining({ estado: "baixando" })]) },
    ]);
  });
});
