import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { executeText } from "../../src/db/index.ts";
import { exportacaoJob } from "../../src/jobs/exportacao/run-exportacao.ts";
import { runRepositorio } from "../../src/jobs/repositorio/run-repositorio.ts";
import {
  createReplayConta,
  inventIds,
  openSession,
  type ReplayConta,
  writeXml,
} from "../database/replay/replay-conta.ts";
import type { EntityIds } from "../database/replay/replay-rows.ts";
import { sendFile } from "../files/importacao-setup.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { get, openWire, rpc, type SignedInUser, type Wire } from "../setup/wire.ts";

let t: TestContext;
let wire: Wire;
let replayConta: ReplayConta;
let ownIds: EntityIds;
let otherIds: EntityIds;
/** A user who sees the first empresa only. */
let bia: SignedInUser;
let manager: SignedInUser;

beforeAll(async () => {
  t = await createTestContext();
  wire = await openWire(t);
  replayConta = await createReplayConta(t, ["Padaria", "Moinho"], "gente");
  const [first, second] = replayConta.filledEmpresas.map(({ ids }) => ids);
  if (first === undefined || second === undefined) throw new Error("the test needs two empresas");
  [ownIds, otherIds] = [first, second];
  const { usuarioId } = await t.createUsuario(replayConta.contaId, {
    nomeUsuario: "bia",
    administrador: false,
  });
  await t.asOwner("UPDATE usuario SET restrito = true, permissao_manifestacao = true WHERE id = $1", [
    usuarioId,
  ]);
  await allow(usuarioId, ownIds.empresa);
  bia = await signedInUserOf(usuarioId);
  manager = await signedInUserOf(replayConta.manager);
});
afterAll(() => wire.dispose());

async function allow(usuarioId: string, empresaId: string): Promise<void> {
  const values = [replayConta.contaId, usuarioId, empresaId];
  await t.asOwner(
    "INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) VALUES ($1, $2, $3)",
    values,
  );
}

async function signedInUserOf(usuarioId: string): Promise<SignedInUser> {
  const { token } = await openSession(t, { contaId: replayConta.contaId, usuarioId });
  const { contaId, identificador } = replayConta;
  const call: SignedInUser["call"] = async (method, params) => {
    const { result, error } = await rpc(wire, { id: 1, method, params, authToken: token });
    if (result === null) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  return { contaId, usuarioId, identificador, nomeUsuario: "bia", token, cookie: "", call };
}

const listNotaIds = async (user: SignedInUser): Promise<string[]> =>
  ((await user.call("Nota.getListNota", {})).results as { id: string }[]).map(({ id }) => id).toSorted();

const download = async (user: SignedInUser, path: string): Promise<Response> =>
  await get(wire, `/Services/${path}`, { authorization: `Bearer ${user.token}`, accept: "*/*" });

test("lists, totals and suggestions contain only the restricted user's empresas", async () => {
  expect(await listNotaIds(bia)).toEqual([ownIds.nota, ownIds.quarentena].toSorted());
  expect((await listNotaIds(manager)).length).toBe(4);
  expect((await bia.call("Nota.getNotasEntradaEmAberto", {})).totalCount).toBe(1);
  expect((await manager.call("Nota.getNotasEntradaEmAberto", {})).totalCount).toBe(2);
  const labelsOf = (answer: { results: unknown[] | null }) =>
    (answer.results as { rotulo: string }[]).map(({ rotulo }) => rotulo);
  expect(labelsOf(await bia.call("Autocomplete.getEmpresas", { searchKey: "" }))).toEqual(["Padaria"]);
  expect(labelsOf(await bia.call("Autocomplete.getParticipantes", { searchKey: "" })).join()).not.toContain(
    "Moinho",
  );
  expect(labelsOf(await bia.call("Autocomplete.getRemetentes", { searchKey: "" }))).toHaveLength(1);
});

test("a restricted user can flag, manifest and consult notas of an allowed empresa", async () => {
  expect(await bia.call("Nota.setRecebido", { id: ownIds.nota, recebido: true })).toMatchObject({
    sucesso: true,
  });
  const manifesta = { tipo: "NFe", id: ownIds.nota, novoStatus: 1 } as const;
  const said = await bia.call("Nota.manifestacao", manifesta);
  expect(said.mensagem ?? "").not.toMatch(/não encontrado/);
  const asked = await bia.call("Nota.consultarSefaz", { tipo: "NFe", chave: ownIds.chave });
  expect(asked.mensagem ?? "").not.toMatch(/não encontrado/);
  const text = "SELECT recebido FROM nota WHERE id = ANY ($1) ORDER BY recebido";
  expect(await t.asOwner(text, [[ownIds.nota, otherIds.nota]])).toEqual([
    { recebido: false },
    { recebido: true },
  ]);
});

type Email = {
  id: string;
  corpoMensagem: string | null;
  motivo: string;
  attachments: { caminho: string }[];
  partes: number;
  extraidos: number;
  problemas: number;
};

const getEmail = async (user: SignedInUser, id: string): Promise<Email> =>
  (await user.call("Email.getEmail", { id })).object as Email;

async function listEmails(
  user: SignedInUser,
  searchFilter: { texto?: string; corpo?: string; tipoAnexo?: "problema" } = {},
): Promise<(Pick<Email, "id"> & { resumo: string })[]> {
  const { results } = await user.call("Email.getListEmail", { searchFilter });
  return results as (Pick<Email, "id"> & { resumo: string })[];
}

const findEmailIds = async (
  user: SignedInUser,
  filter: Parameters<typeof listEmails>[1],
): Promise<string[]> => (await listEmails(user, filter)).map(({ id }) => id);

/** Receives an e-mail with a document of each empresa, and a package. */
async function receiveForBoth(): Promise<string> {
  const foreignDocument = { ...inventIds(), cnpj: otherIds.cnpj };
  const ownDocument = { ...inventIds(), cnpj: ownIds.cnpj };
  const options = { veredito: "autentica" as const };
  await replayConta.setup.receive(
    [writeXml(ownDocument, "minha"), options],
    [writeXml(foreignDocument, "alheia"), options],
  );
  const [{ id } = { id: "" }] = await t.asOwner<{ id: string }>(
    `UPDATE email SET corpo_mensagem = 'corpo dos dois', assunto = 'encomenda', estado = 'lido', partes = 3, extraidos = 2, problemas = 1
     WHERE id = (SELECT a.email_id FROM anexo a JOIN documento d ON d.id = a.documento_id WHERE d.chave = $1) RETURNING id`,
    [ownDocument.chave],
  );
  await addPart(id, { caminho: "3", destino: "pacote" });
  return id;
}

async function addPart(
  emailId: string,
  { caminho, destino }: { caminho: string; destino: string },
): Promise<void> {
  await t.asOwner(
    `INSERT INTO anexo (conta_id, id, email_id, caminho, nome, tipo, tamanho, sha256, destino)
     VALUES ($1, gen_random_uuid(), $2, $3, 'parte', 'application/octet-stream', 0, 'x', $4)`,
    [replayConta.contaId, emailId, caminho, destino],
  );
}

test("an e-mail shared with another empresa shows only the restricted user's parts, without body and original", async () => {
  const id = await receiveForBoth();
  const email = await getEmail(bia, id);
  expect(email.attachments.map(({ caminho }) => caminho)).toEqual(["1"]);
  expect(email.corpoMensagem).toBeNull();
  expect(email.motivo).toMatch(/empresas às quais você não tem acesso/);
  expect(email).toMatchObject({ partes: 1, extraidos: 1, problemas: 0 });
  const listed = await listEmails(bia);
  expect(listed.map((row) => row.id).toSorted()).toEqual([id, ownIds.email].toSorted());
  expect(JSON.stringify(listed)).not.toContain("corpo dos dois");
  expect(listed.find((row) => row.id === id)).toMatchObject({ partes: 1, extraidos: 1, problemas: 0 });
  const original = await download(bia, `downloadEmailAnexo?emailId=${id}`);
  expect([original.status, await original.text()]).toEqual([
    404,
    expect.stringMatching(/só pode baixar as partes das suas empresas/),
  ]);
  expect((await getEmail(manager, id)).attachments).toHaveLength(3);
  // An e-mail with only the user's documents is shown in full.
  const own = await getEmail(bia, ownIds.email);
  expect([own.corpoMensagem, own.attachments.length]).toEqual([expect.stringContaining("Padaria"), 3]);
  expect((await download(bia, `downloadEmailAnexo?emailId=${ownIds.email}`)).status).toBe(200);
});

test("a hidden body does not match a search, while visible fields of the e-mail do", async () => {
  const id = await receiveForBoth();
  await t.asOwner("UPDATE email SET corpo_mensagem = 'sigilo absoluto' WHERE id = $1", [id]);
  expect(await findEmailIds(manager, { corpo: "sigil" })).toEqual([id]);
  expect(await findEmailIds(bia, { corpo: "sigil" })).toEqual([]);
  expect(await findEmailIds(manager, { texto: "absol" })).toEqual([id]);
  expect(await findEmailIds(bia, { texto: "absol" })).toEqual([]);
  expect(await findEmailIds(bia, { texto: "encomenda absol" })).toEqual([]);
  expect(await findEmailIds(bia, { texto: "encom" })).toContain(id);
  expect(await findEmailIds(manager, { tipoAnexo: "problema" })).toContain(id);
  expect(await findEmailIds(bia, { tipoAnexo: "problema" })).not.toContain(id);
  expect(await findEmailIds(bia, { corpo: "Padaria" })).toEqual([ownIds.email]);
  expect(await findEmailIds(bia, { texto: `${ownIds.nameWord} Padaria` })).toEqual([ownIds.email]);
});

test("an e-mail that is not completely read is shown partially, like one shared with another empresa", async () => {
  const whole = async (): Promise<unknown> => {
    const { corpoMensagem, attachments } = await getEmail(bia, ownIds.email);
    const eml = (await download(bia, `downloadEmailAnexo?emailId=${ownIds.email}`)).status;
    const pdf = (await download(bia, `downloadEmailAnexo?id=${ownIds.pdf}`)).status;
    return [corpoMensagem !== null, attachments.length, eml, pdf];
  };
  expect(await whole()).toEqual([true, 3, 200, 200]);
  for (const estado of ["em-leitura", "quarentena"]) {
    await t.asOwner("UPDATE email SET estado = $2 WHERE id = $1", [ownIds.email, estado]);
    expect(await whole(), estado).toEqual([false, 2, 404, 404]);
    expect(await findEmailIds(bia, { corpo: "Padaria" })).toEqual([]);
  }
  await t.asOwner("UPDATE email SET estado = 'lido' WHERE id = $1", [ownIds.email]);
  await addPart(ownIds.email, { caminho: "77", destino: "erro" });
  expect(await whole()).toEqual([false, 2, 404, 404]);
  await t.asOwner("DELETE FROM anexo WHERE email_id = $1 AND caminho = '77'", [ownIds.email]);
  expect(await whole()).toEqual([true, 3, 200, 200]);
});

test("a restricted user sees their own upload, but not documents in it that belong to others", async () => {
  const { object } = await sendFile(wire, bia, {
    bytes: Buffer.from(writeXml(inventIds(), "x")),
    nome: "x.xml",
  });
  const { id } = object as { id: string };
  const ids = async (user: SignedInUser) =>
    ((await user.call("Importacao.getListImportacao", {})).results as { id: string }[]).map((row) => row.id);
  expect(await ids(bia)).toEqual([id]);
  expect(await ids(manager)).toContain(id);
  expect((await download(bia, `downloadArquivoImportacao?id=${id}`)).status).toBe(200);
  expect((await download(bia, `downloadArquivoImportacao?id=${ownIds.importacao}`)).status).toBe(404);
});

const jobOf = (alvo: string, tipo: "exportacao" | "repositorio") => {
  const deadline = new Date(t.clock.now().getTime() + 60_000);
  return {
    contaId: replayConta.contaId,
    tarefaId: alvo,
    tipo,
    alvo,
    tentativa: 1,
    falhas: 0,
    prazo: deadline,
  };
};

async function askCsv(): Promise<string> {
  const params = { entradaSaida: "E", searchFilter: { quarentena: false }, createFileType: "CSV" } as const;
  const { object, mensagem } = await bia.call("Nota.getListNota", params);
  if (object === null) throw new Error(`refused: ${mensagem}`);
  return (object as { id: string }).id;
}

test("an exported file follows the user's access when it is made, and is deleted when the access shrinks", async () => {
  await allow(bia.usuarioId, otherIds.empresa);
  const wide = await askCsv();
  await exportacaoJob.run(t.ctx, jobOf(wide, "exportacao"));
  expect(await (await download(bia, `downloadExportacao?id=${wide}`)).text()).toContain(";Moinho;");
  const asked = await askCsv();
  await t.asOwner("DELETE FROM usuario_empresa WHERE usuario_id = $1 AND empresa_id = $2", [
    bia.usuarioId,
    otherIds.empresa,
  ]);
  await exportacaoJob.run(t.ctx, jobOf(asked, "exportacao"));
  const csv = await (await download(bia, `downloadExportacao?id=${asked}`)).text();
  expect(csv).toContain(";Padaria;");
  expect(csv).not.toContain(";Moinho;");
  expect((await download(bia, `downloadExportacao?id=${wide}`)).status).toBe(404);
});

test("a file finished while its user's access shrinks is made again", async () => {
  await allow(bia.usuarioId, otherIds.empresa);
  const id = await askCsv();
  const user = new pg.Client({ connectionString: t.ownerUrl });
  await user.connect();
  try {
    await user.query("BEGIN");
    await user.query("DELETE FROM usuario_empresa WHERE usuario_id = $1 AND empresa_id = $2", [
      bia.usuarioId,
      otherIds.empresa,
    ]);
    // The trigger of the commit: it finds no finished file, and the deletion is not visible yet.
    await user.query("SET CONSTRAINTS ALL IMMEDIATE");
    let ended = false;
    const made = exportacaoJob.run(t.ctx, jobOf(id, "exportacao")).finally(() => {
      ended = true;
    });
    const said = expect(made).rejects.toThrow(/sees less/);
    await vi.waitFor(async () => {
      const text =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      if (!ended && (await t.asOwner(text)).length === 0)
        throw new Error("the job neither waits nor has ended");
    }, 30_000);
    await user.query("COMMIT");
    await said;
  } finally {
    await user.end();
  }
  await exportacaoJob.run(t.ctx, jobOf(id, "exportacao"));
  expect(await (await download(bia, `downloadExportacao?id=${id}`)).text()).not.toContain(";Moinho;");
});

test("saving the same list of empresas deletes no file", async () => {
  const id = await askCsv();
  await exportacaoJob.run(t.ctx, jobOf(id, "exportacao"));
  await t.ctx.database.withConta(replayConta.contaId, async (db) => {
    const values = [replayConta.contaId, bia.usuarioId];
    await executeText(db, "DELETE FROM usuario_empresa WHERE conta_id = $1 AND usuario_id = $2", values);
    await executeText(db, "INSERT INTO usuario_empresa VALUES ($1, $2, $3)", [...values, ownIds.empresa]);
  });
  expect((await download(bia, `downloadExportacao?id=${id}`)).status).toBe(200);
});

test("a repository ZIP contains only notas of the restricted user's empresas", async () => {
  const request = { entradaSaida: "T", dateRange: { de: "2026-01-01", ate: "2026-12-31" } } as const;
  const { object, mensagem } = await bia.call("Download.processaDownload", request);
  expect(mensagem).toBeNull();
  const { id } = object as { id: string };
  await runRepositorio(t.ctx, jobOf(id, "repositorio"));
  const zip = Buffer.from(await (await download(bia, `downloadRepositorio?id=${id}`)).arrayBuffer()).toString(
    "latin1",
  );
  expect(zip).toContain(ownIds.chave);
  expect(zip).not.toContain(otherIds.chave);
});
