import { createHash, randomBytes } from "node:crypto";
import { FILE_FAILURES, MESSAGES, REASONS } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepStalled } from "../../src/jobs/cleanup/sweep-stalled.ts";
import { importacaoJob } from "../../src/jobs/importacao/run-importacao.ts";
import { get, signInNewUser } from "../setup/wire.ts";
import { markEncrypted, type ZipInput, zipOf } from "../setup/zip.ts";
import type { Importacao, ImportacaoErros, ImportacaoSetup } from "./importacao-setup.ts";
import { openImportacaoSetup, sendFile } from "./importacao-setup.ts";

let setup: ImportacaoSetup;
beforeAll(async () => {
  setup = await openImportacaoSetup();
});
afterAll(() => setup.wire.dispose());

/** Files of invented notas that SEFAZ authorized. */
function notas(total: number): (ZipInput & { chave: string })[] {
  return Array.from({ length: total }, () => {
    const { chaveAcesso, procXml } = setup.road.sandbox.environment.emitNota();
    return { nome: `${chaveAcesso}-procNFe.xml`, bytes: Buffer.from(procXml), chave: chaveAcesso };
  });
}
const text = (nome: string, conteudo: string): ZipInput => ({ nome, bytes: Buffer.from(conteudo) });
const counts = ({ documentos, eventos, duplicados, outros, quantidadeErro }: Importacao) => ({
  documentos,
  eventos,
  duplicados,
  outros,
  quantidadeErro,
});
const NO_COUNTS = { documentos: 0, eventos: 0, duplicados: 0, outros: 0, quantidadeErro: 0 };
const codesOf = ({ results }: ImportacaoErros): string[] => results.map(({ codigo }) => codigo).toSorted();
const download = (id: string, path = "downloadEmailAnexo") =>
  get(setup.wire, `/Services/${path}?id=${id}`, { authorization: `Bearer ${setup.ana.token}` });

describe("an imported file", () => {
  test("the nota of a single XML is stored with the import as its origem", async () => {
    const [nota] = notas(1);
    if (!nota) throw new Error("no nota");
    const row = await setup.importFile(nota.bytes, "Nota de março.xml");
    expect(row).toMatchObject({
      estado: "concluido",
      total: 1,
      lidos: 1,
      mensagem: null,
      nomeArquivo: "Nota de março.xml",
    });
    expect(row.usuario).toBe("Marina Prado");
    expect(counts(row)).toEqual({ ...NO_COUNTS, documentos: 1 });
    const { results } = await setup.ana.call("Nota.getListNota", {
      searchFilter: { chaveAcesso: nota.chave },
    });
    const [found] = results as { id: string }[];
    const { object } = await setup.ana.call("Nota.getNota", { id: found?.id ?? "" });
    const { origens } = object as { origens: { anexoId: string }[] };
    expect(origens).toMatchObject([
      { importado: true, emailId: row.id, assunto: "Nota de março.xml", destino: "nota" },
    ]);
    const anexo = await download(origens[0]?.anexoId ?? "");
    expect(Buffer.from(await anexo.arrayBuffer()).equals(Buffer.from(nota.bytes))).toBe(true);
  });

  test("the import plans the SEFAZ consulta of its notas and applies eventos to their nota", async () => {
    const { environment: palco } = setup.road.sandbox;
    const nota = palco.emitNota();
    const evento = palco.cancelNota(nota, {
      dataEvento: new Date(),
      justificativa: "Erro na emissão do pedido",
    });
    const zip = await zipOf([text("canc.xml", evento), text("nota.xml", nota.procXml)]);
    expect(counts(await setup.importFile(zip))).toEqual({ ...NO_COUNTS, documentos: 1, eventos: 1 });
    const due = await setup.road.asOwner("SELECT alvo FROM tarefa WHERE tipo = 'validate' AND alvo = $1", [
      nota.chaveAcesso,
    ]);
    expect(due).toHaveLength(1);
    const feed = await setup.road.asOwner(
      "SELECT f.tipo FROM feed f JOIN nota n ON n.id = f.nota_id WHERE n.chave = $1 ORDER BY f.sequencia",
      [nota.chaveAcesso],
    );
    expect(feed.map(({ tipo }) => tipo)).toContain("nota");
    const [row] = await setup.road.asOwner("SELECT hash_sha1_canc FROM nota WHERE chave = $1", [
      nota.chaveAcesso,
    ]);
    expect(row?.hash_sha1_canc).not.toBeNull();
  });

  test("packages nested three deep are read, and a fourth is not opened", async () => {
    const [first, second, tres, fourth] = notas(4);
    if (!first || !second || !tres || !fourth) throw new Error("no notas");
    const deepest = await zipOf([{ nome: "quatro.zip", bytes: await zipOf([fourth]) }, tres]);
    const middle = await zipOf([second, { nome: "fundo.zip", bytes: deepest }]);
    const row = await setup.importFile(await zipOf([first, { nome: "meio.zip", bytes: middle }]));
    expect(row).toMatchObject({ estado: "concluido", total: 4, lidos: 4 });
    expect(counts(row)).toEqual({ ...NO_COUNTS, documentos: 3, quantidadeErro: 1 });
    const { results } = await setup.erros(row.id);
    expect(results).toMatchObject([
      { codigo: "pacote-fundo-demais", nome: "quatro.zip", motivo: REASONS["pacote-fundo-demais"] },
    ]);
  });

  test("a nested package that is too large for memory is read", async () => {
    const some = notas(3);
    // Random bytes do not deflate: the inner package exceeds what is opened in memory.
    const noise = ["foto.bin", "outra.bin"].map((nome) => ({ nome, bytes: randomBytes(3 * 1_048_576) }));
    const inner = await zipOf([...some.slice(0, 2), ...noise]);
    expect(inner.length).toBeGreaterThan(4 * 1_048_576);
    const row = await setup.importFile(await zipOf([{ nome: "grande.zip", bytes: inner }, ...some.slice(2)]));
    expect(counts(row)).toEqual({ ...NO_COUNTS, documentos: 3, outros: 2 });
    expect(row).toMatchObject({ total: 5, estado: "concluido" });
  });

  test("documents of a second import are counted as duplicates, without an error", async () => {
    const zip = await zipOf(notas(3));
    expect(counts(await setup.importFile(zip))).toEqual({ ...NO_COUNTS, documentos: 3 });
    const again = await setup.importFile(zip, "de novo.zip");
    expect(again).toMatchObject({ estado: "concluido", mensagem: null });
    expect(counts(again)).toEqual({ ...NO_COUNTS, duplicados: 3 });
  });

  test("each faulty file is listed with its reason, counted by reason and offered for download", async () => {
    const [nota, outra] = notas(2);
    if (!nota || !outra) throw new Error("no notas");
    const cut = Buffer.from(nota.bytes).subarray(0, 900);
    const files = [
      nota,
      text("vazio.xml", ""),
      { nome: "cortada.xml", bytes: cut },
      text("dtd.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      text("pedaço.xml", "isto não é XML"),
      text("danfe.pdf", "%PDF-1.4 papel"),
      text("outro.xml", "<livro/>"),
      { nome: "../../../etc/passwd", bytes: Buffer.from("x") },
      outra,
    ];
    const row = await setup.importFile(await rawZip(files));
    expect(counts(row)).toEqual({ ...NO_COUNTS, documentos: 2, outros: 4, quantidadeErro: 3 });
    const erros = await setup.erros(row.id);
    expect(codesOf(erros)).toEqual(["xml-com-dtd", "xml-mal-formado", "xml-mal-formado"]);
    expect(erros.object.grupos).toEqual([
      { codigo: "xml-mal-formado", motivo: REASONS["xml-mal-formado"], quantidade: 2 },
      { codigo: "xml-com-dtd", motivo: REASONS["xml-com-dtd"], quantidade: 1 },
    ]);
    expect(erros.object.importacao).toEqual(row);
    const some = await setup.ana.call("Importacao.getListImportacaoErros", {
      importacaoId: row.id,
      codigo: "xml-com-dtd",
      pageSize: 1,
    });
    expect(some).toMatchObject({ totalCount: 1, results: [{ nome: "dtd.xml", baixavel: true }] });
    const broken = erros.results.find(({ nome }) => nome === "cortada.xml");
    expect(Buffer.from(await (await download(broken?.id ?? "")).arrayBuffer()).equals(cut)).toBe(true);
  });

  test("a single broken XML is listed as an error of its import and offered for download", async () => {
    const [nota] = notas(1);
    const cut = Buffer.from(nota?.bytes ?? []).subarray(0, 700);
    const row = await setup.importFile(cut, "cortada.xml");
    expect(counts(row)).toEqual({ ...NO_COUNTS, quantidadeErro: 1 });
    const { results } = await setup.erros(row.id);
    expect(results).toMatchObject([{ codigo: "xml-mal-formado", nome: "cortada.xml", baixavel: true }]);
  });

  test("a ZIP made on a Mac is imported without errors for the files that macOS adds", async () => {
    const [nota] = notas(1);
    if (!nota) throw new Error("no nota");
    const leftover = Buffer.alloc(163);
    leftover.write("\0\x05\x16\x07\0\x02\0\0Mac OS X        \0\x02\0\0\0\x09", "latin1");
    const row = await setup.importFile(
      await zipOf([
        { nome: "notas/nota.xml", bytes: nota.bytes },
        { nome: "__MACOSX/notas/._nota.xml", bytes: leftover },
        { nome: "__MACOSX/._notas.zip", bytes: leftover },
        { nome: "notas/.DS_Store", bytes: Buffer.from("\0\0\0\x01Bud1\0\0\x10\0", "latin1") },
      ]),
    );
    expect(counts(row)).toEqual({ ...NO_COUNTS, documentos: 1, outros: 3 });
    const kept = await setup.road.asOwner("SELECT DISTINCT motivo FROM anexo WHERE email_id = $1", [row.id]);
    expect(kept).toContainEqual({ motivo: "arquivo-do-mac" });
    expect(kept).toHaveLength(2);
  });

  test("a user of the conta downloads the original file", async () => {
    const zip = await zipOf(notas(1));
    const row = await setup.importFile(zip, "Remessa março.zip");
    const answer = await download(row.id, "downloadArquivoImportacao");
    expect(answer.headers.get("content-disposition")).toContain("Remessa%20mar%C3%A7o.zip");
    expect(Buffer.from(await answer.arrayBuffer()).equals(zip)).toBe(true);
  });

  test("a file that holds no fiscal document is reported", async () => {
    const row = await setup.importFile(await zipOf([text("foto.jpg", "foto"), text("lista.csv", "a;b")]));
    expect(row).toMatchObject({
      estado: "concluido",
      mensagem: FILE_FAILURES["sem-dfe"],
      total: 2,
      outros: 2,
    });
    expect(await setup.importFile(await zipOf([]))).toMatchObject({
      mensagem: FILE_FAILURES["sem-dfe"],
      total: 0,
    });
  });
});

describe("an imported ZIP", () => {
  test("a ZIP with a password fails with its own error message", async () => {
    const row = await setup.importFile(markEncrypted(await zipOf(notas(2))));
    expect(row).toMatchObject({ estado: "falhou", mensagem: FILE_FAILURES["com-senha"], quantidadeErro: 1 });
    expect(row.terminadoEm).not.toBeNull();
    expect(codesOf(await setup.erros(row.id))).toEqual(["pacote-protegido"]);
  });

  test("a ZIP with some encrypted files imports the others", async () => {
    const row = await setup.importFile(markEncrypted(await zipOf(notas(3)), [1]));
    expect(row).toMatchObject({ estado: "concluido", documentos: 2, quantidadeErro: 1, total: 3 });
    const { results } = await setup.erros(row.id);
    expect(results).toMatchObject([{ codigo: "pacote-protegido", caminho: "2", baixavel: false }]);
  });

  test("a truncated ZIP fails with its own error message", async () => {
    const zip = await zipOf(notas(3));
    const cut = zip.subarray(0, zip.length - 30);
    const row = await setup.importFile(cut, "outubro.zip");
    expect(row).toMatchObject({ estado: "falhou", mensagem: FILE_FAILURES["nao-abre"] });
    expect(counts(row)).toEqual({ ...NO_COUNTS, quantidadeErro: 1 });
    const { results, object } = await setup.erros(row.id);
    expect(results).toMatchObject([{ codigo: "pacote-invalido", nome: "outubro.zip", baixavel: true }]);
    expect(object.grupos).toMatchObject([{ codigo: "pacote-invalido", quantidade: 1 }]);
    const back = await download(results[0]?.id ?? "");
    expect(Buffer.from(await back.arrayBuffer()).equals(cut)).toBe(true);
  });

  test("a ZIP with a damaged index imports the files that can be read", async () => {
    const zip = await zipOf(notas(3));
    const third = zip.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
    const broken = Buffer.from(zip);
    broken.write("XX", third);
    const row = await setup.importFile(broken);
    expect(row).toMatchObject({
      estado: "falhou",
      mensagem: FILE_FAILURES.danificado,
      documentos: 2,
      quantidadeErro: 1,
    });
  });

  test("a ZIP with a damaged file imports the others", async () => {
    const zip = await zipOf(notas(2));
    const broken = Buffer.from(zip);
    broken.fill(0x55, 200, 400);
    const row = await setup.importFile(broken);
    expect(row).toMatchObject({ estado: "concluido", documentos: 1, quantidadeErro: 1 });
    expect(codesOf(await setup.erros(row.id))).toEqual(["pacote-invalido"]);
  });

  test("a zip bomb is not opened, and memory does not grow", async () => {
    const bomb = await zipOf([{ nome: "zeros.xml", bytes: Buffer.alloc(40 * 1_048_576) }]);
    const before = process.memoryUsage().rss;
    const began = process.cpuUsage();
    const row = await setup.importFile(bomb);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_500);
    expect(row).toMatchObject({ estado: "concluido", quantidadeErro: 1, documentos: 0 });
    expect(codesOf(await setup.erros(row.id))).toEqual(["pacote-taxa-suspeita"]);
    const nested = await setup.importFile(await zipOf([{ nome: "bomba.zip", bytes: bomb }, ...notas(1)]));
    expect(counts(nested)).toEqual({ ...NO_COUNTS, documentos: 1, quantidadeErro: 1 });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1_048_576);
  });
});

describe("retries of an importação", () => {
  test("an importação continues in the next attempt where its time ran out", async () => {
    const [first, second] = notas(2);
    if (!first || !second) throw new Error("no notas");
    const { object } = await sendZip(await zipOf([first, second]));
    const id = (object as Importacao).id;
    // The time limit is over as soon as the job begins.
    expect(await setup.readAll(1_000)).toEqual([]);
    expect(await setup.find(id)).toMatchObject({ estado: "em-andamento", terminadoEm: null });
    expect(await setup.readAll()).toEqual([]);
    expect(await setup.find(id)).toMatchObject({ estado: "concluido", documentos: 2, duplicados: 0 });
  });

  test("an importação fails when its bytes are missing or its last attempt failed", async () => {
    const { object } = await sendZip(await zipOf(notas(1)));
    const id = (object as Importacao).id;
    await setup.road.asOwner("UPDATE importacao SET sha256 = $2 WHERE id = $1", [id, "0".repeat(64)]);
    await setup.readAll();
    expect(await setup.find(id)).toMatchObject({
      ...{ estado: "falhou", mensagem: FILE_FAILURES.sumiu, quantidadeErro: 1 },
    });
    expect((await setup.erros(id)).results).toMatchObject([{ codigo: "arquivo-perdido", baixavel: false }]);
    const other = (await sendZip(await zipOf(notas(1)))).object as Importacao;
    const job = {
      contaId: setup.ana.contaId,
      tarefaId: other.id,
      tipo: "importacao" as const,
      alvo: other.id,
      tentativa: 3,
    };
    await importacaoJob.onGiveUp(setup.road.ctx, { ...job, motivo: "perdida" });
    expect(await setup.find(other.id)).toMatchObject({ estado: "falhou", mensagem: FILE_FAILURES.interno });
    await setup.readAll();
    expect(await setup.find(other.id)).toMatchObject({ estado: "falhou", documentos: 0, quantidadeErro: 1 });
    expect(codesOf(await setup.erros(other.id))).toEqual(["leitura-falhou"]);
  });

  test("an importação whose job is lost is planned again, and never as an e-mail", async () => {
    const { object } = await sendZip(await zipOf(notas(1)));
    const id = (object as Importacao).id;
    await setup.road.asOwner("DELETE FROM tarefa WHERE alvo = $1", [id]);
    await sweepStalled(setup.road.ctx);
    const planned = await setup.road.asOwner("SELECT tipo FROM tarefa WHERE alvo = $1", [id]);
    expect(planned).toEqual([{ tipo: "importacao" }]);
    await setup.readAll();
    expect(await setup.find(id)).toMatchObject({ estado: "concluido", documentos: 1 });
  });
});

test("imported files do not appear as e-mails", async () => {
  const { results, totalCount } = await setup.ana.call("Email.getListEmail", {});
  expect([results, totalCount]).toEqual([[], 0]);
  const { results: listed } = await setup.ana.call("Importacao.getListImportacao", {});
  const [newest] = listed as Importacao[];
  const id = newest?.id ?? "";
  const absent = { sucesso: false, mensagem: MESSAGES.emailNaoEncontrado };
  expect(await setup.ana.call("Email.getEmail", { id })).toMatchObject(absent);
  expect(await setup.ana.call("Email.reprocessarEmail", { id })).toMatchObject(absent);
  expect(
    (
      await get(setup.wire, `/Services/downloadEmailAnexo?emailId=${id}`, {
        authorization: `Bearer ${setup.ana.token}`,
      })
    ).status,
  ).toBe(404);
});

test("importações are listed newest first, in pages of the requested size", async () => {
  const list = await setup.ana.call("Importacao.getListImportacao", { pageSize: 5 });
  const rows = list.results as Importacao[];
  expect(rows).toHaveLength(5);
  const all = await setup.road.asOwner("SELECT FROM importacao");
  expect(list.totalCount).toBe(all.length);
  const dates = rows.map(({ data }) => String(data));
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test("another conta can neither see nor download an importação", async () => {
  const rui = await signInNewUser(setup.wire);
  const { results } = await setup.ana.call("Importacao.getListImportacao", {});
  const id = (results as Importacao[])[0]?.id ?? "";
  const absent = { sucesso: false, mensagem: MESSAGES.importacaoNaoEncontrada };
  expect(await rui.call("Importacao.getImportacao", { id })).toMatchObject(absent);
  expect(await rui.call("Importacao.getListImportacaoErros", { importacaoId: id })).toMatchObject(absent);
  expect(await rui.call("Importacao.getListImportacao", {})).toMatchObject({ results: [], totalCount: 0 });
  const answer = await get(setup.wire, `/Services/downloadArquivoImportacao?id=${id}`, {
    authorization: `Bearer ${rui.token}`,
  });
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining(absent)]);
});

test("a second copy is stored only of files that failed", async () => {
  const [nota] = notas(1);
  if (!nota) throw new Error("no nota");
  const bad = { nome: "ruim.xml", bytes: Buffer.from(nota.bytes).subarray(0, 700) };
  const row = await setup.importFile(await zipOf([nota, bad, text("papel.pdf", "%PDF-1.7")]));
  const kept = async (bytes: Uint8Array) =>
    (await setup.road.ctx.blobs.get(setup.ana.contaId, createHash("sha256").update(bytes).digest("hex"))) !==
    null;
  expect([await kept(nota.bytes), await kept(bad.bytes), await kept(Buffer.from("%PDF-1.7"))]).toEqual([
    false,
    true,
    false,
  ]);
  const anexos = await setup.road.asOwner<{ id: string }>(
    "SELECT id FROM anexo WHERE email_id = $1 ORDER BY caminho",
    [row.id],
  );
  const [one, , paper] = await Promise.all(anexos.map(({ id }) => download(id)));
  expect(Buffer.from((await one?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(Buffer.from(nota.bytes))).toBe(
    true,
  );
  expect([paper?.status, await paper?.json()]).toEqual([
    404,
    expect.objectContaining({ mensagem: MESSAGES.anexoNaoEncontrado }),
  ]);
});

async function sendZip(zip: Buffer) {
  return await sendFile(setup.wire, setup.ana, { bytes: zip });
}

/** A ZIP with arbitrary names: yazl refuses names that leave the folder. */
async function rawZip(files: readonly ZipInput[]): Promise<Buffer> {
  const harmless = files.map(({ nome, bytes }) => ({
    nome: nome.replaceAll("../", "xx_").replaceAll("etc/", "etc_"),
    bytes,
  }));
  const zip = await zipOf(harmless);
  let binary = zip.toString("latin1");
  for (const [i, { nome }] of files.entries()) {
    const safe = Buffer.from(harmless[i]?.nome ?? "").toString("latin1");
    binary = binary.replaceAll(safe, Buffer.from(nome).toString("latin1"));
  }
  return Buffer.from(binary, "latin1");
}
