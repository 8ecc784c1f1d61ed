import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { type EmailFile, outcome } from "../../src/pipeline/ingest/email-part.ts";
import { readDocumento } from "../../src/pipeline/ingest/read-dfe.ts";
import { writeCopy } from "../setup/nota-copies.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(() => pipeline.dispose());

test("a document with impossible values is rejected without affecting the others of its e-mail", async () => {
  const { chaveAcesso, procXml } = pipeline.sandbox.environment.emitNota();
  const impossible: [RegExp, string][] = [
    [/<dhEmi>\d{4}/, "<dhEmi>0000"],
    [/(<dhEmi>.{19})-\d\d:\d\d/, "$1+99:99"],
    [/<dest><CNPJ>\d+/, `<dest><CNPJ>${"9".repeat(9_000)}`],
    [/<vNF>/, "<vNF>-"],
  ];
  const changed = impossible.map(([from, to]) => procXml.replace(from, to));
  // The protocolo is not part of the signed content: a wrong value affects only itself.
  const answered = procXml.replace(/(<dhRecbto>.{19})-\d\d:\d\d/, "$1+30:00");
  expect([...changed, answered]).not.toContain(procXml);
  const assunto = "Notas impossíveis";
  pipeline.sandbox.putEmail(writeMessage({ assunto, xmls: [...changed, answered, procXml] }));
  expect(await pipeline.collect()).toEqual([]);
  const outcomes = await outcomesOf(assunto);
  expect(outcomes).toEqual([...changed.map(() => "erro xml-sem-campos"), "nota null", "nota null"]);
  expect((await pipeline.notas()).map((nota) => [nota.chave, nota.sefaz_status])).toEqual([
    [chaveAcesso, "100"],
  ]);
});

test("a Message-ID of any length with multi-byte characters is accepted", async () => {
  const characters = Array.from({ length: 900 }, (_, n) =>
    String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
  );
  const assunto = "Identificada demais";
  pipeline.sandbox.putEmail(writeMessage({ assunto, messageId: characters.join(""), xmls: ["<pedido/>"] }));
  expect(await pipeline.collect()).toEqual([]);
  expect(await outcomesOf(assunto)).toEqual(["nao-dfe xml-nao-dfe"]);
});

test("a value that only the database refuses is recorded as an error, and the rest of the chunk is stored", async () => {
  const emailId = newId();
  await pipeline.asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, 'x', now(), now(), 1, 'em-leitura')`,
    [pipeline.contaId, emailId],
  );
  const fileParts = [
    toPart("1", writeCopy({ numero: 1 })),
    { ...toPart("2", "<x/>"), outcome: outcome("erro", "xml-mal-formado", "nem \u0000 isto") },
    { ...toPart("3", writeCopy({ numero: 3 })), nome: `nota \u0000 ${"\ud83d"}.xml` },
  ];
  const deadline = new Date(Date.now() + 60_000);
  const job = {
    contaId: pipeline.contaId,
    tarefaId: newId(),
    tipo: "ingest",
    alvo: emailId,
    tentativa: 1,
    prazo: deadline,
  } as const;
  for await (const _ of readDocumento.run({ ...pipeline.ctx, job }, each(fileParts)));
  const [email] = await pipeline.asOwner("SELECT estado, partes, problemas FROM email WHERE id = $1", [
    emailId,
  ]);
  expect(email).toEqual({ estado: "lido", partes: 3, problemas: 3 });
  const anexos = await pipeline.asOwner<{ nome: string; destino: string; motivo: string }>(
    "SELECT nome, destino, motivo FROM anexo WHERE email_id = $1 ORDER BY caminho",
    [emailId],
  );
  expect(anexos).toEqual([
    { nome: "1.xml", destino: "quarentena", motivo: "assinatura-invalida" },
    { nome: "2.xml", destino: "erro", motivo: "valor-impossivel" },
    { nome: "nota  \ufffd.xml", destino: "quarentena", motivo: "assinatura-invalida" },
  ]);
});

test("a truncated forwarded message is recorded as incomplete", async () => {
  const assunto = "Encaminhada pela metade";
  const inner =
    'From: a@b.example\r\nContent-Type: multipart/mixed; boundary="um"\r\n\r\n--outro\r\n\r\ntexto\r\n';
  const part = `Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="nota.eml"\r\n\r\n${inner}`;
  pipeline.sandbox.putEmail(writeMultipart(assunto, [part]));
  expect(await pipeline.collect()).toEqual([]);
  expect((await outcomesOf(assunto))[0]).toBe("erro mensagem-incompleta");
});

async function outcomesOf(assunto: string): Promise<string[]> {
  const rows = await pipeline.asOwner<{ fate: string }>(
    `SELECT a.destino || ' ' || coalesce(a.motivo, 'null') AS fate FROM anexo a JOIN email e ON e.conta_id = a.conta_id AND e.id = a.email_id
     WHERE e.assunto = $1 AND a.caminho <> '0' ORDER BY a.caminho`,
    [assunto],
  );
  return rows.map((row) => row.fate);
}

function toPart(caminho: string, xml: string): EmailFile {
  const part = {
    caminho,
    nome: `${caminho}.xml`,
    tipo: "application/xml",
    embutida: false,
    contentId: null,
  };
  return { ...part, bytes: Buffer.from(xml), outcome: null };
}

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}

function writeMessage(o: { assunto: string; messageId?: string; xmls: readonly string[] }): Buffer {
  const parts = o.xmls.map(
    (xml) =>
      `Content-Type: application/xml\r\nContent-Disposition: attachment; filename="nota.xml"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(xml).toString("base64")}`,
  );
  return writeMultipart(o.assunto, parts, o.messageId);
}

function writeMultipart(assunto: string, parts: readonly string[], messageId?: string): Buffer {
  const id = messageId === undefined ? "" : `Message-ID: <${messageId}@fornecedor.example>\r\n`;
  const subject = `=?utf-8?B?${Buffer.from(assunto).toString("base64")}?=`;
  const head = `From: a@fornecedor.example\r\nTo: b@nossa.example\r\n${id}Subject: ${subject}\r\nMIME-Version: 1.0\r\n`;
  const body = parts.map((part) => `--corte\r\n${part}\r\n`).join("");
  return Buffer.from(`${head}Content-Type: multipart/mixed; boundary="corte"\r\n\r\n${body}--corte--\r\n`);
}
