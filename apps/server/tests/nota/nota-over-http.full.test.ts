import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { Writable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { MESSAGES, REASONS } from "@malote/contract";
import { checkDigit, DAY_MS, MINUTE_MS } from "@malote/syntax";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import {
  CANCELLED_AFTER_MS,
  createTestPipeline,
  playCancelledLater,
  type TestPipeline,
} from "../setup/test-pipeline.ts";
import { get, openWire, SAME_ORIGIN, type SignedInUser, signInAs, type Wire } from "../setup/wire.ts";

type Item = Record<string, string | null>;
type Nota = {
  id: string;
  sefazStatus: string | null;
  divergente: boolean | null;
  quarentena: boolean;
  hashSha1Nota: string;
  hashSha1Canc: string | null;
  sefazProximaEm: string | null;
  itens: Item[];
  achados: { codigo: string; titulo: string; texto: string }[];
  origens: { emailId: string; anexoId: string; assunto: string }[];
  listEventos: { tpEvento: string; origem: string }[];
};
type Chip = { tipo: string; notaId: string | null; veredito: string; quarentena: boolean };
type Anexo = { id: string; nome: string; destino: string; motivo: string | null; notas: Chip[] };
type Email = { id: string; assunto: string; chips: Chip[]; attachments: Anexo[]; partes: number };

let pipeline: TestPipeline;
let wire: Wire;
let ana: SignedInUser;
let bearer: Record<string, string>;
/** Log lines from warning on. */
const lines: unknown[] = [];

beforeAll(async () => {
  pipeline = await createTestPipeline();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  wire = await openWire({ ...pipeline, ctx: { ...pipeline.ctx, log: pino({ level: "warn" }, sink) } });
  const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  ana = await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
  bearer = { authorization: `Bearer ${ana.token}` };
});
afterAll(() => wire.dispose());

async function play(scenario: string): Promise<string> {
  const { chaves } = await pipeline.sandbox.playScenario(scenario);
  await pipeline.collect();
  return chaves[0] ?? "";
}

async function findNota(chave: string): Promise<Nota> {
  const { results } = await ana.call("Nota.getListNota", { searchFilter: { chaveAcesso: chave } });
  const [row] = (results ?? []) as { id: string }[];
  return (await ana.call("Nota.getNota", { id: row?.id ?? "" })).object as Nota;
}

async function findEmail(filter: { texto?: string; assunto?: string }): Promise<Email> {
  const { results } = await ana.call("Email.getListEmail", { searchFilter: filter });
  const [row] = (results ?? []) as { id: string }[];
  return (await ana.call("Email.getEmail", { id: row?.id ?? "" })).object as Email;
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

test("a nota shows its items, origem and next recheck, and its download has the stored hash", async () => {
  const chave = await play("nota-autorizada");
  const nota = await findNota(chave);
  expect(nota.itens.length).toBeGreaterThan(0);
  expect(nota.itens[0]).toMatchObject({ numero: "1", descricao: expect.stringMatching(/\w/) });
  expect(nota.itens[0]?.valorTotal).toMatch(/^\d+\.\d{2}$/);
  expect(nota.origens).toHaveLength(1);
  expect(Date.parse(nota.sefazProximaEm ?? "")).toBeGreaterThan(Date.now());
  const file = await get(wire, `/Services/downloadDFe?id=${nota.id}`, bearer);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-disposition")).toBe(
    `attachment; filename="${chave}-nfe.xml"; filename*=UTF-8''${chave}-nfe.xml`,
  );
  expect(file.headers.get("content-type")).toBe("application/xml");
  expect(file.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  expect(file.headers.get("cache-control")).toBe("no-store");
  const xml = await bytesOf(file);
  expect(createHash("sha1").update(xml).digest("hex")).toBe(nota.hashSha1Nota);
  const packed = await get(wire, `/Services/downloadDFe?id=${nota.id}`, {
    ...bearer,
    "accept-encoding": "gzip",
  });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(await bytesOf(packed))).toEqual(xml);
  const anexo = await get(wire, `/Services/downloadEmailAnexo?id=${nota.origens[0]?.anexoId}`, bearer);
  expect(await bytesOf(anexo)).toEqual(xml);
});

test("an e-mail shows its notas, the outcome of each part in words, and its original", async () => {
  const chave = await play("zip-com-tres-notas");
  const nota = await findNota(chave);
  const email = (await ana.call("Email.getEmail", { id: nota.origens[0]?.emailId ?? "" })).object as Email;
  expect(email.chips).toHaveLength(3);
  expect(email.chips.map((chip) => chip.notaId)).toContain(nota.id);
  expect(email.chips.map((chip) => chip.veredito)).toEqual(["autentica", "autentica", "autentica"]);
  expect(email.attachments).toHaveLength(email.partes);
  const zip = email.attachments.find((anexo) => anexo.destino === "pacote");
  expect(zip?.motivo).toBe(REASONS["pacote-aberto"]);
  const [inside] = email.attachments.filter((anexo) => anexo.destino === "nota");
  expect(inside?.notas).toHaveLength(1);
  const original = await get(wire, `/Services/downloadEmailAnexo?emailId=${email.id}`, bearer);
  expect(original.headers.get("content-disposition")).toMatch(/^attachment; filename=".*\.eml"/);
  expect((await bytesOf(original)).toString("latin1")).toContain("MIME-Version");
});

test("a file missing from the store answers 503 until it is restored", async () => {
  const nota = await findNota(await play("nota-autorizada"));
  const emailId = nota.origens[0]?.emailId ?? "";
  const [email] = await pipeline.asOwner<{ sha256: string }>("SELECT sha256 FROM email WHERE id = $1", [
    emailId,
  ]);
  const sha256 = email?.sha256 ?? "";
  const file = path.join(blobFolderOf(pipeline.config), pipeline.contaId, sha256.slice(0, 2), sha256);
  const downloadPart = () => get(wire, `/Services/downloadEmailAnexo?emailId=${emailId}`, bearer);
  await fs.rename(file, `${file}.guardado`);
  expect((await downloadPart()).status).toBe(503);
  await fs.rename(`${file}.guardado`, file);
  expect((await downloadPart()).status).toBe(200);
});

test("an unmounted files folder answers 503, and the log names the folder, not the database", async () => {
  const nota = await findNota(await play("nota-autorizada"));
  const downloadPart = () =>
    get(wire, `/Services/downloadEmailAnexo?emailId=${nota.origens[0]?.emailId ?? ""}`, bearer);
  const blobs = blobFolderOf(pipeline.config);
  await fs.rename(blobs, `${blobs}.guardado`);
  await fs.mkdir(blobs);
  const before = lines.length;
  try {
    expect((await downloadPart()).status).toBe(503);
  } finally {
    await fs.rmdir(blobs);
    await fs.rename(`${blobs}.guardado`, blobs);
  }
  expect((await downloadPart()).status).toBe(200);
  expect(lines.slice(before)).toEqual([
    expect.objectContaining({ msg: "o disco ou a pasta dos arquivos não aceitou" }),
  ]);
});

test("a forged copy is in quarantine, explained in plain words, and marked in its e-mail", async () => {
  const nota = await findNota(await play("nota-adulterada"));
  expect(nota.quarentena).toBe(true);
  const digest = nota.achados.find((finding) => finding.codigo === "digest-divergente");
  expect(digest).toMatchObject({ titulo: "Conteúdo alterado", texto: expect.stringContaining("assinou") });
  const email = (await ana.call("Email.getEmail", { id: nota.origens[0]?.emailId ?? "" })).object as Email;
  expect(email.chips).toMatchObject([{ notaId: nota.id, veredito: "assinatura-invalida", quarentena: true }]);
});

test.each([
  ["html", `"><img src=x onerror=alert(1)>.xml`],
  ["a path", `..\\..\\etc/passwd`],
  ["a line break", `nota\r\nX-Mal: 1.xml`],
  ["letters that turn around", `nota\u202elmx.exe`],
  ["accents", `Nota fiscal nº 5 – ação.xml`],
])("an attachment name with %s is downloaded safely", async (what, nome) => {
  const assunto = `Nome com ${what}`;
  const encoded = `=?utf-8?B?${Buffer.from(nome).toString("base64")}?=`;
  pipeline.sandbox.putEmail(
    Buffer.from(
      `From: a@fornecedor.example\r\nTo: b@nossa.example\r\nSubject: ${assunto}\r\nDate: Fri, 20 Nov 2026 09:00:00 -0300\r\n` +
        `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html; name="${encoded}"\r\n` +
        `Content-Disposition: attachment; filename="${encoded}"\r\n\r\n<script>alert(1)</script>\r\n--x--\r\n`,
    ),
  );
  await pipeline.collect();
  const email = await findEmail({ assunto });
  const { headers } = await get(wire, `/Services/downloadEmailAnexo?id=${email.attachments[0]?.id}`, bearer);
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("x-mal")).toBeNull();
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
  );
  const name = decodeURIComponent(headers.get("content-disposition")?.split("UTF-8''")[1] ?? "");
  expect(name).not.toMatch(/[<>"/\\\r\n\u202e]/);
  if (what === "accents") expect(name).toBe(nome);
});

test.each([
  ["a word of the subject", { texto: "notas fiscais" }],
  ["the beginning of a word", { texto: "fisc" }],
])("an e-mail is found by %s", async (_name, filter) => {
  const all = (await ana.call("Email.getListEmail", {})).totalCount ?? 0;
  const { totalCount } = await ana.call("Email.getListEmail", { searchFilter: filter });
  expect(totalCount).toBeGreaterThan(0);
  expect(totalCount).toBeLessThan(all);
});

test("e-mails are filtered by sender, result and day", async () => {
  await play("email-sem-dfe");
  const total = async (searchFilter: Parameters<typeof findEmail>[0] | object): Promise<number> =>
    (await ana.call("Email.getListEmail", { searchFilter })).totalCount ?? 0;
  const all = await total({});
  const [dfe, withoutDfe] = [await total({ tipoAnexo: "dfe" }), await total({ tipoAnexo: "sem-dfe" })];
  expect(dfe + withoutDfe).toBe(all);
  expect([dfe > 0, withoutDfe > 0, await total({ tipoAnexo: "problema" })]).toEqual([true, true, 1]);
  expect(await total({ remetente: "a@fornecedor" })).toBe(5);
  expect(await total({ remetente: "%" })).toBe(0);
  expect(await total({ destinatario: "nossa.example" })).toBe(5);
  expect(await total({ dataAte: "2026-01-01" })).toBe(0);
  expect(await total({ texto: "a@fornecedor.example" })).toBe(5);
  for (const texto of ["' & | ! :* \\", "<->", "((", "é'"]) expect(await total({ texto })).toBe(0);
  expect(await total({ texto: "  " })).toBe(all);
  for (const searchOrder of ["dataDesc", "remetente", "destinatario", "assunto"] as const) {
    const seen = new Set<string>();
    for (let currentPage = 1; currentPage <= all; currentPage += 1) {
      const page = await ana.call("Email.getListEmail", { searchOrder, currentPage, pageSize: 3 });
      for (const row of page.results as { id: string }[]) seen.add(row.id);
    }
    expect([searchOrder, seen.size]).toEqual([searchOrder, all]);
  }
});

test("a file opens by cookie for our own pages and direct navigation only, and by no token in the URL", async () => {
  const nota = await findNota(await play("nota-autorizada"));
  const path = `/Services/downloadDFe?id=${nota.id}`;
  const { cookie } = ana;
  const html = { accept: "text/html,*/*" };
  for (const headers of [{}, SAME_ORIGIN, { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }, html]) {
    expect((await get(wire, path, { cookie, ...headers } as Record<string, string>)).status).toBe(200);
  }
  const login = `/login?voltar=${encodeURIComponent(path)}`;
  for (const headers of [
    { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { cookie, "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
    html,
    { cookie: "malote-arquivo=x", ...html },
  ]) {
    const response = await get(wire, path, headers as Record<string, string>);
    expect([response.status, response.headers.get("location")]).toEqual([302, login]);
  }
  for (const headers of [
    {},
    { cookie, "sec-fetch-site": "cross-site" },
    { authorization: "Bearer x" },
    { authorization: `Bearer ${cookie.split("=")[1]}`, ...html },
    { cookie: `malote-arquivo=${ana.token}` },
  ]) {
    expect((await get(wire, path, headers as Record<string, string>)).status).toBe(401);
  }
  expect((await get(wire, `${path}&authToken=${ana.token}`)).status).toBe(401);
  expect((await get(wire, "/Services/downloadDFe?id=../../x", bearer)).status).toBe(404);
  expect((await get(wire, `${path}&id=${nota.id}`, bearer)).status).toBe(404);
});

test("the file cookie ends with its session", async () => {
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  const other = await signInAs(wire, { contaId: ana.contaId, usuarioId: ana.usuarioId, ...demo });
  const nota = await findNota(await play("nota-autorizada"));
  const open = (): Promise<Response> =>
    get(wire, `/Services/downloadDFe?id=${nota.id}`, { cookie: other.cookie });
  expect((await open()).status).toBe(200);
  await other.call("Auth.sair", {});
  expect((await open()).status).toBe(401);
});

type ConsultaAnswer = { sucesso: boolean; mensagem: string | null; object: unknown };

async function hasAnswer(chave: string): Promise<ConsultaAnswer> {
  return await ana.call("Nota.hasSefazStatus", { tipo: "NFe", chave });
}

async function ask(chave: string): Promise<ConsultaAnswer> {
  return await ana.call("Nota.consultarSefaz", { tipo: "NFe", chave });
}

test("a requested consulta waits for a newer answer, which can change the nota", async () => {
  const chave = await playCancelledLater(pipeline.sandbox);
  await pipeline.collect();
  const before = await findNota(chave);
  expect(before).toMatchObject({ sefazStatus: "100", divergente: false, listEventos: [] });
  expect((await hasAnswer(chave)).object).toBe(true);
  pipeline.sandbox.clock.advance(2 * CANCELLED_AFTER_MS);
  expect(await ask(chave.replace(/(.{4})/g, "$1 "))).toMatchObject({ sucesso: true, object: null });
  expect((await hasAnswer(chave)).object).toBe(false);
  expect((await ask(chave)).sucesso).toBe(true);
  await pipeline.run("validate");
  expect((await hasAnswer(chave)).object).toBe(true);
  const after = await findNota(chave);
  expect(after).toMatchObject({ sefazStatus: "101", divergente: true });
  expect(after.listEventos).toMatchObject([{ tpEvento: "110111", origem: "sefaz" }]);
  expect(after.hashSha1Canc).toMatch(/^[0-9a-f]{40}$/);
  const { results } = await ana.call("Nota.getListNota", { searchFilter: { divergente: true } });
  expect((results as Nota[]).map((row) => row.id)).toEqual([after.id]);
  const consultas = await pipeline.asOwner("SELECT id FROM consulta WHERE chave = $1", [chave]);
  expect(consultas).toHaveLength(2);
  pipeline.sandbox.clock.reset();
});

test("a failed consulta is reported to the waiting user until SEFAZ answers", async () => {
  const chave = await play("nota-autorizada");
  pipeline.sandbox.sefaz.setFault("fora-do-ar");
  await ask(chave);
  await pipeline.run("validate");
  pipeline.sandbox.sefaz.setFault("nenhuma");
  expect(await hasAnswer(chave)).toMatchObject({ sucesso: false, mensagem: MESSAGES.erroConsultandoSefaz });
  expect((await findNota(chave)).sefazStatus).toBe("100");
  await ask(chave);
  expect((await hasAnswer(chave)).object).toBe(false);
  await pipeline.run("validate");
  expect((await hasAnswer(chave)).object).toBe(true);
});

test("one nota is consulted at most eight times an hour on request", async () => {
  const chave = await play("nota-autorizada");
  await pipeline.asOwner(
    `INSERT INTO consulta (conta_id, id, chave, pedida_em, duracao_ms, cstat)
     SELECT conta_id, gen_random_uuid(), chave, now() - n * interval '7 min', 1, CASE WHEN n < 8 THEN '100' END
     FROM consulta, generate_series(1, 20) n WHERE chave = $1`,
    [chave],
  );
  expect(await ask(chave)).toMatchObject({
    sucesso: false,
    mensagem: MESSAGES.sefazConsultaRecente.replace("{minutos}", "11"),
  });
  expect((await hasAnswer(chave)).object).toBe(true);
  pipeline.clock.advance(11 * MINUTE_MS);
  expect((await ask(chave)).sucesso).toBe(true);
});

test("an impossible consulta is refused at once: unknown UF, old nota, missing certificate", async () => {
  const emissao = new Date().toISOString();
  const [cte, oldNota] = await insertNotas(pipeline, pipeline.contaId, [
    inventNota({ tipoNota: "CTe", emissao }),
    inventNota({ emissao: new Date(Date.now() - 181 * DAY_MS).toISOString() }),
  ]);
  const key43 = `99${cte?.chave.slice(2, 43)}`;
  const foreignChave = `${key43}${checkDigit(key43)}`;
  await pipeline.asOwner("UPDATE nota SET chave = $2 WHERE chave = $1", [cte?.chave, foreignChave]);
  const asked = await ana.call("Nota.consultarSefaz", { tipo: "CTe", chave: foreignChave });
  expect(asked.mensagem).toBe(MESSAGES.sefazSemEndereco);
  expect((await ask(cte?.chave ?? "")).mensagem).toBe(MESSAGES.notaNaoEncontrada);
  expect((await ask(oldNota?.chave ?? "")).mensagem).toMatch(/há mais de 180 dias/);
  const chave = await play("nota-autorizada");
  await pipeline.asOwner("UPDATE certificado SET valido_ate = now() - interval '1 day'");
  expect((await ask(chave)).mensagem).toBe(MESSAGES.sefazSemCertificado);
  await pipeline.asOwner("UPDATE certificado SET valido_ate = now() + interval '300 days'");
});

type TestResult = { ok: boolean; mensagens: number | null; falha: string | null };

test("mailboxes show their health, never their password, and can be tested", async () => {
  const list = await ana.call("CaixaEmail.getListCaixaEmail", {});
  expect(list).toMatchObject({
    totalCount: 1,
    results: [{ tipo: "pop3", estado: "aguardando", ultimoErro: null }],
  });
  const [caixa] = list.results as { id: string; usuario: string; servidor: string; porta: number }[];
  const { pop3 } = pipeline.sandbox.info;
  expect(JSON.stringify(list)).not.toContain(pop3.senha);
  const stored = {
    id: caixa?.id ?? "",
    tipo: "pop3",
    servidor: pop3.servidor,
    porta: pop3.porta,
    usuario: pop3.usuario,
  } as const;
  const testCaixa = async (o: object): Promise<TestResult & { mensagem: string | null }> => {
    const answer = await ana.call("CaixaEmail.pingServidor", { caixa: { ...stored, ...o } });
    return { ...(answer.object as TestResult), mensagem: answer.mensagem };
  };
  expect(await testCaixa({})).toMatchObject({ ok: true, falha: null });
  expect((await testCaixa({})).mensagens).toBeGreaterThan(0);
  expect(await testCaixa({ senha: "errada" })).toMatchObject({
    ok: false,
    falha: expect.stringMatching(/recusados/),
  });
  // The stored password is sent only to its own server.
  for (const change of [
    { usuario: "outro" },
    { servidor: "localhost" },
    { porta: 1 },
    { tipo: "spop3" },
    { id: null },
  ]) {
    expect((await testCaixa(change)).mensagem).toBe(MESSAGES.caixaSenhaObrigatoria);
  }
  expect((await testCaixa({ servidor: "nada.invalid", senha: "x" })).falha).toMatch(/^Não existe servidor/);
  expect((await testCaixa({ servidor: "a\r\nDELE 1", senha: "x" })).ok).toBe(false);
  expect((await testCaixa({})).mensagem).toMatch(/^Muitos testes de conexão seguidos\. Aguarde \d+ min\.$/);
});
