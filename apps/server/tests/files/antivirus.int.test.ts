import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { formatMessage, MESSAGES } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { solveCaptcha } from "../setup/captcha.ts";
import { type FakeClamd, startFakeClamd, TEST_SIGNATURE, TEST_VIRUS } from "../setup/clamd.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, get, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { fetchZip, showZip } from "./repositorio-zip.ts";

const MAX_BYTES = 100_000;
const INFECTED_MESSAGE = formatMessage("arquivoComVirus", { assinatura: TEST_SIGNATURE });

let clamd: FakeClamd;
let wire: Wire;
let ana: SignedInUser;
let empresaId: string;
beforeAll(async () => {
  clamd = await startFakeClamd();
  wire = await createWire({ antivirus: { place: clamd.place, maxBytes: MAX_BYTES } });
  ana = await signInNewUser(wire);
  ({ empresaId } = await wire.createEmpresa(ana.contaId));
});
afterAll(async () => {
  await wire.dispose();
  await clamd.stop();
});
beforeEach(async () => {
  clamd.behave("examinar");
  clamd.scanned.length = 0;
  wire.clock.set(new Date());
  await wire.asOwner("DELETE FROM antivirus");
});

const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
let n = 0;
const makeInfected = (): Buffer => Buffer.from(`${TEST_VIRUS} ${++n}`);
const makeClean = (): Buffer => Buffer.from(`são ${++n}`);

/** Stores an e-mail with these parts as ingest does. */
async function insertEmail(parts: readonly Buffer[]): Promise<{ id: string; partes: string[] }> {
  const id = newId();
  const raw = Buffer.concat([Buffer.from(`Message-ID: <${id}@x.test>\r\n\r\n`), ...parts]);
  await wire.ctx.blobs.put(ana.contaId, raw);
  await wire.asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado, partes) VALUES ($1, $2, $3, now(), now(), $4, 'lido', $5)`,
    [ana.contaId, id, digest(raw), raw.length, parts.length],
  );
  const ids: string[] = [];
  for (const [at, bytes] of parts.entries()) {
    const anexoId = newId();
    ids.push(anexoId);
    await wire.ctx.blobs.put(ana.contaId, bytes);
    await wire.asOwner(
      `INSERT INTO anexo (conta_id, id, email_id, caminho, nome, tipo, tamanho, sha256, destino)
       VALUES ($1, $2, $3, $4, 'boleto.pdf', 'application/pdf', $5, $6, 'nao-dfe')`,
      [ana.contaId, anexoId, id, String(at + 1), bytes.length, digest(bytes)],
    );
  }
  return { id, partes: ids };
}

async function insertNota(xml: Buffer): Promise<{ id: string; chave: string }> {
  const [nota] = await insertNotas(wire, ana.contaId, [inventNota({ empresaId })]);
  if (nota === undefined) throw new Error("insertNotas returned no nota");
  await wire.asOwner(
    `UPDATE documento_xml x SET xml_gzip = $2 FROM nota n WHERE n.id = $1 AND x.conta_id = n.conta_id AND x.documento_id = n.documento_id`,
    [nota.id, gzipSync(xml)],
  );
  return nota;
}

const download = (path: string) => get(wire, `/Services/${path}`, { authorization: `Bearer ${ana.token}` });
const refusalOf = async (path: string) => {
  const response = await download(path);
  const { mensagem } = (await response.json()) as { mensagem: string };
  return [response.status, mensagem, response.headers.get("retry-after")];
};

test("an infected part and the e-mail that holds it are refused, and the part shows the reason", async () => {
  const { id, partes: parts } = await insertEmail([makeInfected(), makeClean()]);
  expect(await refusalOf(`downloadEmailAnexo?id=${parts[0]}`)).toEqual([403, INFECTED_MESSAGE, null]);
  expect(await refusalOf(`downloadEmailAnexo?emailId=${id}`)).toEqual([403, INFECTED_MESSAGE, null]);
  expect((await download(`downloadEmailAnexo?id=${parts[1]}`)).status).toBe(200);
  const { object } = await ana.call("Email.getEmail", { id });
  expect(object).toMatchObject({ attachments: [{ motivo: INFECTED_MESSAGE }, { motivo: null }] });
});

test("a part is scanned once a day, and again on the next day", async () => {
  const { partes: parts } = await insertEmail([makeClean(), makeInfected()]);
  const fetchAll = async () => {
    for (const part of parts) await (await download(`downloadEmailAnexo?id=${part}`)).arrayBuffer();
  };
  for (let times = 0; times < 3; times += 1) await fetchAll();
  expect(clamd.scanned).toHaveLength(2);
  const yesterday = new Date(wire.clock.now().getTime() - DAY_MS - 1_000);
  await wire.asOwner("UPDATE antivirus SET visto_em = $1", [yesterday]);
  await fetchAll();
  expect(clamd.scanned).toHaveLength(4);
});

test("with the antivirus unavailable, new parts get 503 with Retry-After, and those scanned today are served", async () => {
  const { partes: parts } = await insertEmail([makeClean(), makeClean()]);
  expect((await download(`downloadEmailAnexo?id=${parts[0]}`)).status).toBe(200);
  clamd.behave("cair");
  expect((await download(`downloadEmailAnexo?id=${parts[0]}`)).status).toBe(200);
  expect(await refusalOf(`downloadEmailAnexo?id=${parts[1]}`)).toEqual([503, MESSAGES.antivirusFora, "60"]);
  expect(await wire.asOwner("SELECT 1 FROM antivirus")).toHaveLength(1);
  clamd.behave("examinar");
  expect((await download(`downloadEmailAnexo?id=${parts[1]}`)).status).toBe(200);
});

test("a part larger than the antivirus accepts is refused, without sending it to the antivirus", async () => {
  const { partes: parts } = await insertEmail([Buffer.alloc(MAX_BYTES + 1, 65)]);
  expect(await refusalOf(`downloadEmailAnexo?id=${parts[0]}`)).toEqual([403, MESSAGES.arquivoSemExame, null]);
  expect(clamd.scanned).toEqual([]);
});

test("an infected XML is refused as a file and as a public download", async () => {
  const { id, chave } = await insertNota(Buffer.from(`<nada>${TEST_VIRUS}</nada>`));
  expect(await refusalOf(`downloadDFe?id=${id}`)).toEqual([403, INFECTED_MESSAGE, null]);
  const params = { captcha: await solveCaptcha(wire, "download"), ChaveAcesso: chave };
  const { result } = await rpc(wire, { id: 1, method: "Nota.getNotaDownloadPublico", params });
  const { ticket = "" } = (result?.object ?? {}) as { ticket?: string };
  const publicDownload = await get(
    wire,
    `/Services/downloadPublico?${new URLSearchParams({ captcha: ticket, chaveAcesso: chave })}`,
  );
  expect([publicDownload.status, await publicDownload.json()]).toMatchObject([
    403,
    { mensagem: INFECTED_MESSAGE },
  ]);
});

test("an imported file is scanned as a whole before its first byte is served", async () => {
  const id = newId();
  const bytes = Buffer.concat([Buffer.alloc(90_000, 65), makeInfected()]);
  const { sha256 } = await wire.ctx.blobs.put(ana.contaId, bytes);
  await wire.asOwner(
    `INSERT INTO email (conta_id, id, importado, data, recebida_em, tamanho, estado) VALUES ($1, $2, true, now(), now(), 1, 'lido')`,
    [ana.contaId, id],
  );
  await wire.asOwner(
    `INSERT INTO importacao (conta_id, id, nome_arquivo, tamanho, sha256, usuario_id, usuario, criado_em, estado, total, erros)
     VALUES ($1, $2, 'lote.zip', $3, $4, $5, 'Ana', now(), 'concluido', 1, 1)`,
    [ana.contaId, id, bytes.length, sha256, ana.usuarioId],
  );
  expect(await refusalOf(`downloadArquivoImportacao?id=${id}`)).toEqual([403, INFECTED_MESSAGE, null]);
  expect(clamd.scanned.map(({ length }) => length)).toEqual([bytes.length]);
});

test("a ZIP leaves out infected files and reports how many", async () => {
  const cleanNota = await insertNota(Buffer.from("<nada>sã</nada>"));
  const { id, files: arquivos } = await fetchZip(wire, ana);
  const names = [...arquivos.keys()].join(" ");
  expect(names).toContain(cleanNota.chave);
  for (const bytes of arquivos.values()) expect(bytes.includes(TEST_VIRUS)).toBe(false);
  expect((await showZip(ana, id)).mensagem).toBe(formatMessage("repositorioRetidos", { quantos: 1 }));
});

test("without a configured antivirus, every part is served", async () => {
  const { partes: parts } = await insertEmail([makeInfected()]);
  const { antivirus: _, ...ctx } = wire.ctx;
  const { readAnexoFile } = await import("../../src/services/email/read-email-file.ts");
  const file = await readAnexoFile(ctx, { contaId: ana.contaId } as never, parts[0] ?? "");
  expect("bytes" in file && Buffer.from(file.bytes).includes(TEST_VIRUS)).toBe(true);
});
