import { createHash, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { newId } from "../../src/db/index.ts";
import type { TestContext } from "../setup/context.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";

/** One e-mail with one nota, as the pipeline stores them: two blobs, and a row in each table. */
type Arrival = {
  id: string;
  emailId: string;
  raw: Buffer;
  anexo: Buffer;
  xml: Buffer;
};

/** Average bytes of an e-mail without its XML of 3 KB. */
const MEAN_BYTES = 3_000;

function inventArrival(n: number, bytes: number): Arrival {
  const padding = randomBytes(bytes / 2 + (n % 7) * (bytes / 10)).toString("base64");
  const xml = Buffer.from(`<nfeProc><n>${newId()}</n><obs>${padding.slice(0, 3_000)}</obs></nfeProc>`);
  const rawEmail = Buffer.from(`From: a@b.test\r\nSubject: nota ${n}\r\n\r\n${padding}\r\n${xml.toString()}`);
  return { id: newId(), emailId: newId(), raw: rawEmail, anexo: xml, xml };
}

const sha = (bytes: Buffer, kind = "sha256"): string => createHash(kind).update(bytes).digest("hex");

const EMAIL = `INSERT INTO email (conta_id, id, sha256, assunto, remetente, data, recebida_em, tamanho, corpo_mensagem, estado)
  SELECT $1, u.id, u.sha, 'nota de ' || u.id, 'fiscal@exemplo.test', now(), now(), u.tamanho, repeat('corpo ', 20), 'lido'
  FROM unnest($2::uuid[], $3::text[], $4::int[]) AS u (id, sha, tamanho)`;
const DOCUMENTO = `INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, tamanho, mes, criado_em, reparo)
  SELECT $1, u.id, u.sha, u.sha1, 'nota', u.id::text, 'NFe', 'integra', u.tamanho, date_trunc('month', now())::date, now(), '{}'
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::int[]) AS u (id, sha, sha1, tamanho)`;
const XML = `INSERT INTO documento_xml (conta_id, mes, documento_id, xml_gzip)
  SELECT $1, date_trunc('month', now())::date, u.id, u.xml FROM unnest($2::uuid[], $3::bytea[]) AS u (id, xml)`;
const ANEXO = `INSERT INTO anexo (conta_id, id, email_id, caminho, nome, tipo, tamanho, sha256, destino, documento_id)
  SELECT $1, gen_random_uuid(), u.email, '2', 'nota.xml', 'application/xml', u.tamanho, u.sha, 'nota', u.doc
  FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::int[]) AS u (email, doc, sha, tamanho)`;

/** Stores `count` e-mails of that many bytes in a conta: blobs first, then rows, as the pipeline
 * does. */
export async function insertArrivals(
  t: Pick<TestContext, "ctx" | "asOwner">,
  contaId: string,
  count: number,
  bytes = MEAN_BYTES,
): Promise<void> {
  const all = Array.from({ length: count }, (_, n) => inventArrival(n, bytes));
  const { blobs } = t.ctx;
  await Promise.all(
    all.flatMap(({ raw: rawEmail, anexo }) => [blobs.put(contaId, rawEmail), blobs.put(contaId, anexo)]),
  );
  const ids = all.map(({ id }) => id);
  const emails = all.map(({ emailId }) => emailId);
  const rawEmails = all.map(({ raw: rawEmail }) => rawEmail);
  const xmls = all.map(({ xml }) => xml);
  const sizes = (list: Buffer[]): number[] => list.map(({ length }) => length);
  await t.asOwner(EMAIL, [contaId, emails, rawEmails.map((each) => sha(each)), sizes(rawEmails)]);
  const shas = xmls.map((each) => sha(each));
  await t.asOwner(DOCUMENTO, [contaId, ids, shas, xmls.map((each) => sha(each, "sha1")), sizes(xmls)]);
  await t.asOwner(XML, [contaId, ids, xmls.map((each) => gzipSync(each, { level: 1 }))]);
  await t.asOwner(ANEXO, [contaId, emails, ids, shas, sizes(xmls)]);
  await insertNotas(
    t,
    contaId,
    Array.from({ length: Math.ceil(count / 10) }, () => inventNota({})),
  );
}
