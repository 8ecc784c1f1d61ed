import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { type Arquivo, sorte } from "../src/pipeline/arquivo.ts";
import { readDocumento } from "../src/pipeline/read-dfe.ts";
import { writeCopia } from "./copias.ts";
import { createRoad, type Road } from "./road.ts";

let road: Road;
beforeAll(async () => {
  road = await createRoad();
});
afterAll(() => road.dispose());

test("a document with impossible values is rejected without affecting the others of its e-mail", async () => {
  const { chaveAcesso, procXml } = road.sandbox.palco.emitNota();
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
  road.sandbox.putEmail(writeMensagem({ assunto, xmls: [...changed, answered, procXml] }));
  expect(await road.collect()).toEqual([]);
  const fates = await fatesOf(assunto);
  expect(fates).toEqual([...changed.map(() => "erro xml-sem-campos"), "nota null", "nota null"]);
  expect((await road.notas()).map((nota) => [nota.chave, nota.sefaz_status])).toEqual([[chaveAcesso, "100"]]);
});

test("accepts a Message-ID of any length with multi-byte characters", async () => {
  const letters = Array.from({ length: 900 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)));
  const assunto = "Identificada demais";
  road.sandbox.putEmail(writeMensagem({ assunto, messageId: letters.join(""), xmls: ["<pedido/>"] }));
  expect(await road.collect()).toEqual([]);
  expect(await fatesOf(assunto)).toEqual(["nao-dfe xml-nao-dfe"]);
});

test("a value that only the database refuses is recorded as an error, and the rest of the chunk is stored", async () => {
  const emailId = newId();
  await road.asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado) VALUES ($1, $2, 'x', now(), now(), 1, 'em-leitura')`,
    [road.contaId, emailId],
  );
  const arquivos = [
    toArquivo("1", writeCopia({ numero: 1 })),
    { ...toArquivo("2", "<x/>"), sorte: sorte("erro", "xml-mal-formado", "nem \u0000 isto") },
    { ...toArquivo("3", writeCopia({ numero: 3 })), nome: `nota \u0000 ${"\ud83d"}.xml` },
  ];
  const prazo = new Date(Date.now() + 60_000);
  const job = {
    contaId: road.contaId,
    tarefaId: newId(),
    tipo: "ingest",
    alvo: emailId,
    tentativa: 1,
    prazo,
  } as const;
  for await (const _ of readDocumento.run({ ...road.ctx, job }, each(arquivos)));
  const [email] = await road.asOwner("SELECT estado, partes, problemas FROM email WHERE id = $1", [emailId]);
  expect(email).toEqual({ estado: "lido", partes: 3, problemas: 3 });
  const anexos = await road.asOwner<{ nome: string; destino: string; motivo: string }>(
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
  const parte = `Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="nota.eml"\r\n\r\n${inner}`;
  road.sandbox.putEmail(writeMultipart(assunto, [parte]));
  expect(await road.collect()).toEqual([]);
  expect((await fatesOf(assunto))[0]).toBe("erro mensagem-incompleta");
});

async function fatesOf(assunto: string): Promise<string[]> {
  const rows = await road.asOwner<{ fate: string }>(
    `SELECT a.destino || ' ' || coalesce(a.motivo, 'null') AS fate FROM anexo a JOIN email e ON e.conta_id = a.conta_id AND e.id = a.email_id
     WHERE e.assunto = $1 AND a.caminho <> '0' ORDER BY a.caminho`,
    [assunto],
  );
  return rows.map((row) => row.fate);
}

function toArquivo(caminho: string, xml: string): Arquivo {
  const parte = {
    caminho,
    nome: `${caminho}.xml`,
    tipo: "application/xml",
    embutida: false,
    contentId: null,
  };
  return { ...parte, bytes: Buffer.from(xml), sorte: null };
}

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}

function writeMensagem(o: { assunto: string; messageId?: string; xmls: readonly string[] }): Buffer {
  const partes = o.xmls.map(
    (xml) =>
      `Content-Type: application/xml\r\nContent-Disposition: attachment; filename="nota.xml"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(xml).toString("base64")}`,
  );
  return writeMultipart(o.assunto, partes, o.messageId);
}

function writeMultipart(assunto: string, partes: readonly string[], messageId?: string): Buffer {
  const id = messageId === undefined ? "" : `Message-ID: <${messageId}@fornecedor.example>\r\n`;
  const subject = `=?utf-8?B?${Buffer.from(assunto).toString("base64")}?=`;
  const head = `From: a@fornecedor.example\r\nTo: b@nossa.example\r\n${id}Subject: ${subject}\r\nMIME-Version: 1.0\r\n`;
  const body = partes.map((parte) => `--corte\r\n${parte}\r\n`).join("");
  return Buffer.from(`${head}Content-Type: multipart/mixed; boundary="corte"\r\n\r\n${body}--corte--\r\n`);
}
