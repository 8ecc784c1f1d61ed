import type { ParamsOf } from "@malote/contract";
import { MENSAGENS, METHODS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { insertImportacao } from "../src/services/importacao/importacao.rows.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { createWire, enter, get, rpc } from "./wire.ts";
import type { NotaNova } from "./wire-notas.ts";
import { insertNotas, inventChave, inventNota } from "./wire-notas.ts";

let wire: Wire;
let ana: Pessoa;
let outra: Pessoa;
let comum: NotaNova;

beforeAll(async () => {
  wire = await createWire();
  ana = await enter(wire);
  outra = await enter(wire);
  comum = inventNota();
  await insertNotas(wire, ana.contaId, [comum]);
});
afterAll(() => wire.dispose());

type Feed = { sequencia: number; tipo: string; nota_id: string };

async function feedOf(contaId: string): Promise<Feed[]> {
  return await wire.asOwner<Feed>(
    "SELECT sequencia::int, tipo, nota_id FROM feed WHERE conta_id = $1 ORDER BY sequencia",
    [contaId],
  );
}

test("each mark is set with who and when, told once to the feed, and taken away the same way", async () => {
  const pessoa = await enter(wire, { nomeUsuario: "bia" });
  const [nota] = await insertNotas(wire, pessoa.contaId, [inventNota()]);
  const id = nota?.id ?? "";
  const MARCAS = [
    ["Nota.setProcessadoErp", "processado", "processadoErp", "processadoEm", "processadoPor"],
    ["Nota.setRecebido", "recebido", "recebido", "recebidoEm", "recebidoPor"],
    ["Nota.setConferido", "conferido", "conferido", "conferidoEm", "conferidoPor"],
  ] as const;
  for (const [method, param, is, em, por] of MARCAS) {
    const set = async (valor: boolean): Promise<Record<string, unknown>> => {
      const params = { id, [param]: valor } as unknown as ParamsOf<typeof method>;
      expect(await pessoa.call(method, params)).toMatchObject({ sucesso: true, object: null });
      return ((await pessoa.call("Nota.getNota", { id })).object ?? {}) as Record<string, unknown>;
    };
    const before = (await feedOf(pessoa.contaId)).length;
    const on = await set(true);
    expect([on[is], on[por], Date.parse(String(on[em])) > 0]).toEqual([true, "Ana de Teste", true]);
    expect(on.alteradoEm).toBe(on[em]);
    expect((await set(true))[em]).toBe(on[em]);
    const off = await set(false);
    expect([off[is], off[por], off[em]]).toEqual([false, null, null]);
    expect((await feedOf(pessoa.contaId)).slice(before).map((row) => row.tipo)).toEqual(["marca", "marca"]);
  }
  expect((await feedOf(pessoa.contaId)).map((row) => row.sequencia)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a nota in quarantine takes no mark; one of third parties does, unseen by the feed", async () => {
  const pessoa = await enter(wire);
  const [presa, alheia] = await insertNotas(wire, pessoa.contaId, [
    inventNota({ quarentena: true, veredito: "suspeita" }),
    inventNota({ terceiros: true }),
  ]);
  const refused = await pessoa.call("Nota.setRecebido", { id: presa?.id ?? "", recebido: true });
  expect(refused).toMatchObject({ sucesso: false, mensagem: MENSAGENS.notaEmQuarentena });
  expect((await pessoa.call("Nota.setRecebido", { id: alheia?.id ?? "", recebido: true })).sucesso).toBe(
    true,
  );
  expect(await feedOf(pessoa.contaId)).toEqual([]);
});

test("two people marking at once leave one mark and one line in the feed", async () => {
  const pessoa = await enter(wire);
  const [nota] = await insertNotas(wire, pessoa.contaId, [inventNota()]);
  const params = { id: nota?.id ?? "", recebido: true };
  const answers = await Promise.all(Array.from({ length: 8 }, () => pessoa.call("Nota.setRecebido", params)));
  expect(answers.every((answer) => answer.sucesso)).toBe(true);
  expect(await feedOf(pessoa.contaId)).toHaveLength(1);
});

/** Methods that name nothing of a conta. */
const SEM_ID = [
  "Auth.logar",
  "Auth.retomar",
  "Auth.sair",
  "Usuario.getUsuarioAtual",
  "Nota.getListNota",
  "Nota.getNotasEntradaEmAberto",
  "Email.getListEmail",
  "CaixaEmail.getListCaixaEmail",
  "Empresa.getListEmpresa",
  "Auditor.getListAuditor",
  "Importacao.getListImportacao",
  "Exportacao.getListExportacao",
  "Exportacao.deleteExpired",
  "Download.processaDownload",
  "Download.getListDownload",
];

test("what belongs to another conta answers like what does not exist, in every method and file with an id", async () => {
  const [email] = await wire.asOwner<{ id: string }>(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado)
     VALUES ($1, $2, 'a', now(), now(), 1, 'lido') RETURNING id`,
    [ana.contaId, newId()],
  );
  const [anexo] = await wire.asOwner<{ id: string }>(
    `INSERT INTO anexo (conta_id, id, email_id, caminho, tipo, tamanho, sha256, destino)
     VALUES ($1, $2, $3, '1', 'text/plain', 1, 'a', 'nao-dfe') RETURNING id`,
    [ana.contaId, newId(), email?.id],
  );
  const { caixaId } = await wire.createCaixa(ana.contaId);
  const caixa = { tipo: "pop3", servidor: "127.0.0.1", porta: 110, usuario: "caixa" };
  const { empresaId } = await wire.createEmpresa(ana.contaId, { cnpj: "11444777000161" });
  const empresa = { nome: "x", cnpj: "11222333000181", ativarAuditor: false, ativarManifestacao: false };
  const [registro] = await wire.asOwner<{ id: string }>(
    `INSERT INTO auditor (conta_id, id, tipo, tipo_nota, chave, c_sit_nfe, desc_evento, texto, data_evento, origem, criado_em, alterado_em)
     VALUES ($1, $2, 'NFe', 'NFe', $3, 1, '', '', now(), 'distribuicao', now(), now()) RETURNING id`,
    [ana.contaId, newId(), comum.chave],
  );
  const importacaoId = newId();
  await wire.ctx.database.withContaSql(ana.contaId, (sql) =>
    insertImportacao(sql, ana.contaId, {
      ...{ id: importacaoId, nomeArquivo: "a.zip", tamanho: 1, sha256: "a".repeat(64) },
      ...{ usuarioId: ana.usuarioId, usuario: "Ana", agora: new Date() },
    }),
  );
  const [pedido] = await wire.asOwner<{ id: string }>(
    `INSERT INTO arquivo_pedido (conta_id, id, tipo, formato, pedido, criado_em)
     VALUES ($1, $2, 'exportacao', 'CSV', '{}', now()) RETURNING id`,
    [ana.contaId, newId()],
  );
  const CALLS = [
    ["Importacao.getImportacao", (id: string) => ({ id }), importacaoId],
    ["Importacao.getListImportacaoErros", (id: string) => ({ importacaoId: id }), importacaoId],
    ["Exportacao.getExportacao", (id: string) => ({ id }), pedido?.id ?? ""],
    ["Auditor.getAuditor", (id: string) => ({ id }), registro?.id ?? ""],
    ["Nota.getNota", (id: string) => ({ id }), comum.id],
    ["Nota.setProcessadoErp", (id: string) => ({ id, processado: true }), comum.id],
    ["Nota.setRecebido", (id: string) => ({ id, recebido: true }), comum.id],
    ["Nota.setConferido", (id: string) => ({ id, conferido: true }), comum.id],
    ["Nota.liberarQuarentena", (id: string) => ({ id, motivo: "Conferida com o emitente" }), comum.id],
    ["Nota.manifestacao", (id: string) => ({ id, tipo: "NFe", novoStatus: 1 }), comum.id],
    ["Nota.manifestarLote", (id: string) => ({ ids: [id], novoStatus: 1 }), comum.id],
    ["Nota.hasSefazStatus", (id: string) => ({ tipo: "NFe", chave: id }), comum.chave],
    ["Nota.consultarSefaz", (id: string) => ({ tipo: "NFe", chave: id }), comum.chave],
    ["Email.getEmail", (id: string) => ({ id }), email?.id ?? ""],
    ["Email.reprocessarEmail", (id: string) => ({ id }), email?.id ?? ""],
    ["CaixaEmail.getCaixaEmail", (id: string) => ({ id }), caixaId],
    [
      "CaixaEmail.saveCaixaEmail",
      (id: string) => ({ caixaEmail: { ...caixa, descricao: "x", id } }),
      caixaId,
    ],
    ["CaixaEmail.deleteCaixaEmail", (id: string) => ({ id }), caixaId],
    ["CaixaEmail.coletarAgora", (id: string) => ({ id }), caixaId],
    ["CaixaEmail.pingServidor", (id: string) => ({ caixa: { ...caixa, id } }), caixaId],
    ["Empresa.getEmpresa", (id: string) => ({ id }), empresaId],
    ["Empresa.saveEmpresa", (id: string) => ({ empresa: { ...empresa, id } }), empresaId],
    ["Empresa.deleteEmpresa", (id: string) => ({ id }), empresaId],
  ] as const;
  // A new method belongs to one of these two lists.
  expect([...CALLS.map(([method]) => method), ...SEM_ID].toSorted()).toEqual(Object.keys(METHODS).toSorted());
  for (const [method, write, theirs] of CALLS) {
    const absent = method.includes("Sefaz") ? inventChave(999_999) : newId();
    const call = async (id: string): Promise<unknown> =>
      await rpc(wire, { id: 1, method, params: write(id), authToken: outra.token });
    const answer = await call(theirs);
    expect([method, answer]).toEqual([method, await call(absent)]);
    expect(answer).toMatchObject({ result: { sucesso: false } });
  }
  for (const path of [
    `downloadDFe?id=${comum.id}`,
    `downloadEmailAnexo?id=${anexo?.id}`,
    `downloadEmailAnexo?emailId=${email?.id}`,
    `downloadArquivoImportacao?id=${importacaoId}`,
    `downloadExportacao?id=${pedido?.id}`,
    `downloadRepositorio?id=${pedido?.id}`,
    `downloadDanfe?id=${comum.id}`,
    `downloadDacte?id=${comum.id}`,
    `downloadLogo?id=${empresaId}`,
  ]) {
    const bearer = { authorization: `Bearer ${outra.token}` };
    const file = await get(wire, `/Services/${path}`, bearer);
    const none = await get(wire, `/Services/${path.replace(/=.*/, `=${newId()}`)}`, bearer);
    expect([path, file.status, await file.text()]).toEqual([path, none.status, await none.text()]);
    expect(file.status).toBe(404);
  }
  for (const searchFilter of [{}, { texto: comum.chave }]) {
    expect(await outra.call("Nota.getListNota", { searchFilter })).toMatchObject({
      results: [],
      totalCount: 0,
    });
  }
});

test("the e-mails and mailboxes of another conta are in no list", async () => {
  const vizinha = await enter(wire);
  expect(await vizinha.call("Email.getListEmail", {})).toMatchObject({ results: [], totalCount: 0 });
  expect(await vizinha.call("CaixaEmail.getListCaixaEmail", {})).toMatchObject({
    results: [],
    totalCount: 0,
  });
});
