import { gzipSync } from "node:zlib";
import { DOWNLOAD_PUBLICO_MS } from "@malote/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { solveCaptcha } from "../setup/captcha.ts";
import { insertNotas, inventChave, inventNota, type NewNota } from "../setup/invent-notas.ts";
import { writeCopy } from "../setup/nota-copies.ts";
import { createWire, get, rpc, type Wire } from "../setup/wire.ts";

let wire: Wire;
let contaId: string;
let empresaId: string;
beforeAll(async () => {
  wire = await createWire();
  ({ contaId } = await wire.createConta());
  ({ empresaId } = await wire.createEmpresa(contaId));
});
afterAll(() => wire.dispose());
beforeEach(() => wire.asOwner("DELETE FROM limite_uso"));

const NOT_AVAILABLE = "Nenhum documento disponível com esta chave de acesso.";

async function insertOne(o: Partial<NewNota> = {}, conta = contaId): Promise<NewNota> {
  const [nota] = await insertNotas(wire, conta, [
    inventNota({ empresaId: o.terceiros ? null : empresaId, ...o }),
  ]);
  if (!nota) throw new Error("no nota");
  return nota;
}

async function ask(chave: string, captcha?: string) {
  const params = { captcha: captcha ?? (await solveCaptcha(wire, "download")), ChaveAcesso: chave };
  const { result, error } = await rpc(wire, { id: 1, method: "Nota.getNotaDownloadPublico", params });
  if (result === null) throw new Error(JSON.stringify(error));
  return result;
}

const ticketOf = async (chave: string) => ((await ask(chave)).object as { ticket: string }).ticket;
const fetchFile = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  get(wire, `/Services/downloadPublico?${new URLSearchParams(query)}`, headers);

test("a visitor who solved the captcha downloads the document repeatedly for ten minutes, byte for byte", async () => {
  const { chave } = await insertOne();
  const answer = await ask(chave.replace(/(.{4})/g, "$1 "));
  expect(answer).toMatchObject({ sucesso: true, object: { tipoNota: "NFe" } });
  const { ticket, expiraEm } = answer.object as { ticket: string; expiraEm: string };
  const left = new Date(expiraEm).getTime() - wire.clock.now().getTime();
  expect(left).toBeGreaterThan(DOWNLOAD_PUBLICO_MS - 60_000);
  expect(left).toBeLessThanOrEqual(DOWNLOAD_PUBLICO_MS);
  for (const name of ["chaveAcesso", "ChaveAcesso"]) {
    const file = await fetchFile({ captcha: ticket, [name]: chave });
    expect([file.status, await file.text()]).toEqual([200, "<nada/>"]);
    expect(file.headers.get("content-type")).toBe("application/xml");
    expect(file.headers.get("content-disposition")).toContain(`attachment; filename="${chave}-nfe.xml"`);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.headers.get("cache-control")).toBe("no-store");
    expect(file.headers.get("set-cookie")).toBeNull();
  }
});

test("an unknown nota, a quarantined one and one of third parties get the same answer", async () => {
  const quarentena = await insertOne({ quarentena: true, veredito: "suspeita" });
  const terceiros = await insertOne({ terceiros: true });
  const answers = await Promise.all(
    [inventChave(987_654), quarentena.chave, terceiros.chave].map((chave) => ask(chave)),
  );
  const nobody = {
    sucesso: false,
    mensagem: NOT_AVAILABLE,
    erros: [],
    object: null,
    results: null,
    totalCount: null,
  };
  expect(answers).toEqual([nobody, nobody, nobody]);
});

test("a nota that enters quarantine after its ticket was issued is not delivered", async () => {
  const { chave, id } = await insertOne();
  const captcha = await ticketOf(chave);
  await wire.asOwner("UPDATE nota SET quarentena = true WHERE id = $1", [id]);
  const file = await fetchFile({ captcha, chaveAcesso: chave });
  expect([file.status, await file.json()]).toMatchObject([404, { sucesso: false, mensagem: NOT_AVAILABLE }]);
});

test("of several copies of a nota the best is delivered, without revealing its conta", async () => {
  const { contaId: otherConta } = await wire.createConta();
  const { empresaId: otherEmpresa } = await wire.createEmpresa(otherConta);
  const { chave } = await insertOne({ veredito: "sem-protocolo" });
  await insertOne({ chave, veredito: "autentica", empresaId: otherEmpresa }, otherConta);
  const found = await wire.ctx.database.gatekeeper.findPublicNota({
    chave,
    vereditos: ["autentica", "integra", "sem-protocolo"],
    canceladas: ["101"],
    denegadas: ["110"],
    sandbox: false,
  });
  expect(found?.contaId).toBe(otherConta);
  const answer = JSON.stringify(await ask(chave));
  for (const id of [otherConta, contaId, found?.notaId ?? "?"]) expect(answer).not.toContain(id);
});

test("notas of a demo conta are available only in the demonstration", async () => {
  const { contaId: demo } = await wire.createConta({ sandbox: true });
  const { empresaId: demoEmpresa } = await wire.createEmpresa(demo);
  const { chave } = await insertOne({ empresaId: demoEmpresa }, demo);
  expect(await ask(chave)).toMatchObject({ sucesso: false, mensagem: NOT_AVAILABLE });
});

test("a chave with a wrong check digit is refused without using the captcha", async () => {
  const { chave } = await insertOne();
  const captcha = await solveCaptcha(wire, "download");
  const wrong = `${chave.slice(0, 43)}${(Number(chave[43]) + 1) % 10}`;
  for (const text of [wrong, "123", "é".repeat(44)]) {
    expect(await ask(text, captcha)).toMatchObject({
      mensagem: "Chave de acesso inválida. Confira os 44 caracteres.",
      erros: [{ campo: "ChaveAcesso" }],
    });
  }
  expect(await ask(" ", captcha)).toMatchObject({ mensagem: "Chave de acesso deve ter um valor.." });
  expect(await ask(chave, captcha)).toMatchObject({ sucesso: true });
  expect(await ask(chave, captcha)).toMatchObject({ sucesso: false, erros: [{ campo: "captcha" }] });
  expect(await ask(chave, "")).toMatchObject({ mensagem: "Informe o Captcha." });
});

test("a ticket is valid for its own nota and for ten minutes", async () => {
  const [a, b] = [await insertOne(), await insertOne()];
  const captcha = await ticketOf(a.chave);
  const expired = { sucesso: false, mensagem: "O link do documento expirou. Faça a verificação de novo." };
  const other = await fetchFile({ captcha, chaveAcesso: b.chave });
  expect([other.status, await other.json()]).toMatchObject([403, expired]);
  wire.clock.advance(DOWNLOAD_PUBLICO_MS + 1_000);
  const late = await fetchFile({ captcha, chaveAcesso: a.chave });
  expect([late.status, await late.json()]).toMatchObject([403, expired]);
  wire.clock.set(new Date());
});

test.each([
  [{ captcha: "", chaveAcesso: "1" }, 400, "Informe o Captcha."],
  [{ captcha: "x" }, 400, "Chave de acesso deve ter um valor.."],
  [{ captcha: "x", chaveAcesso: "1" }, 400, "Chave de acesso inválida. Confira os 44 caracteres."],
])("the query %j is refused with an error message", async (query, status, mensagem) => {
  const answer = await fetchFile(query as Record<string, string>);
  expect([answer.status, await answer.json()]).toMatchObject([status, { sucesso: false, mensagem }]);
  const shown = await fetchFile(query as Record<string, string>, { accept: "text/html" });
  expect([shown.headers.get("content-type"), await shown.text()]).toEqual([
    "text/plain; charset=utf-8",
    mensagem,
  ]);
});

test("a captcha solved for a direct download gets one nota once, without a ticket", async () => {
  const [a, b] = [await insertOne(), await insertOne()];
  const captcha = await solveCaptcha(wire, "download");
  const file = await fetchFile({ captcha, chaveAcesso: a.chave });
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/xml"]);
  const usedCaptcha = "A verificação expirou ou já foi usada. Marque “Não sou um robô” de novo.";
  for (const [solved, chaveAcesso] of [
    [captcha, a.chave],
    [captcha, b.chave],
    [await solveCaptcha(wire, "contato"), a.chave],
  ] as const) {
    const again = await fetchFile({ captcha: solved, chaveAcesso });
    expect([again.status, await again.json()]).toMatchObject([
      403,
      { sucesso: false, mensagem: usedCaptcha },
    ]);
  }
});

test("an invalid chave does not use the captcha of a direct download", async () => {
  const { chave } = await insertOne();
  const captcha = await solveCaptcha(wire, "download");
  expect((await fetchFile({ captcha, chaveAcesso: "1" })).status).toBe(400);
  expect((await fetchFile({ captcha, chaveAcesso: chave })).status).toBe(200);
});

test("captcha and ticket cannot replace each other", async () => {
  const { chave } = await insertOne();
  const captcha = await solveCaptcha(wire, "download");
  expect((await fetchFile({ captcha, chaveAcesso: chave, formato: "xml" })).status).toBe(200);
  expect((await fetchFile({ captcha, chaveAcesso: chave, formato: "xml" })).status).toBe(403);
  expect(await ask(chave, await ticketOf(chave))).toMatchObject({
    sucesso: false,
    erros: [{ campo: "captcha" }],
  });
});

test("the lookups and downloads per network and hour are limited", async () => {
  const { chave } = await insertOne();
  const captcha = await ticketOf(chave);
  await fetchFile({ captcha, chaveAcesso: chave });
  await wire.asOwner("UPDATE limite_uso SET usos = 1000 WHERE chave LIKE 'publico-%'");
  expect((await ask(chave)).mensagem).toMatch(/^Muitos downloads deste endereço\. Aguarde \d+ min\.$/);
  const file = await fetchFile({ captcha, chaveAcesso: chave });
  expect([file.status, await file.json()]).toMatchObject([429, { sucesso: false }]);
});

test("the printed form is delivered as a PDF download", async () => {
  const { chave, id } = await insertOne();
  await wire.asOwner(
    "UPDATE documento_xml x SET xml_gzip = $2 FROM nota n WHERE n.id = $1 AND x.conta_id = n.conta_id AND x.documento_id = n.documento_id",
    [id, gzipSync(writeCopy({ numero: 4_321 }))],
  );
  const file = await fetchFile({ captcha: await ticketOf(chave), chaveAcesso: chave, formato: "pdf" });
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(file.headers.get("content-disposition")).toContain(`attachment; filename="${chave}-danfe.pdf"`);
  expect((await file.text()).slice(0, 5)).toBe("%PDF-");
});

test("a printed form that cannot be made is reported", async () => {
  const { chave } = await insertOne();
  const file = await fetchFile({ captcha: await ticketOf(chave), chaveAcesso: chave, formato: "pdf" });
  expect([file.status, await file.json()]).toMatchObject([404, { sucesso: false }]);
});

test("the public download allows only GET", async () => {
  const response = await fetch(`${wire.server.url}/Services/downloadPublico`, { method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
