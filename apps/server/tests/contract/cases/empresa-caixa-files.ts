import { PAGE_DEPTH_MAX } from "@malote/contract";
import { expect } from "vitest";
import { type ContractFixture, type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

type Row = Record<string, unknown>;

const EMPRESA = {
  nome: "Filial Aurora Ltda",
  cnpj: "11.444.777/0001-61",
  uf: "PR",
  ativarAuditor: false,
  ativarManifestacao: false,
} as const;
const CAIXA = {
  tipo: "imaps",
  servidor: "imap.exemplo.test",
  usuario: "notas@exemplo.test",
  senha: "segredo-da-caixa",
  descricao: "Notas da filial",
} as const;
const DEEP_PAGE = { currentPage: PAGE_DEPTH_MAX, pageSize: 200 };
const DOWNLOAD_PARAMS = { entradaSaida: "T", dateRange: { de: "2026-01-01", ate: "2026-12-31" } } as const;

async function findEmpresa({ team }: ContractFixture, nome: string): Promise<Row | undefined> {
  const { results } = await team.usuario.call("Empresa.getListEmpresa", {});
  return (results as Row[]).find((row) => row.nome === nome);
}

async function findCaixa({ team }: ContractFixture, descricao: string): Promise<Row | undefined> {
  const { results } = await team.usuario.call("CaixaEmail.getListCaixaEmail", {});
  return (results as Row[]).find((row) => row.descricao === descricao);
}

/** The newest requested file of a list. */
async function findNewest(
  { team }: ContractFixture,
  method: "Exportacao.getListExportacao" | "Download.getListDownload",
) {
  const { results } = await team.usuario.call(method, {});
  return (results as (Row & { id: string })[])[0];
}

/** Companies, mailboxes, requested files and imports. */
export const EMPRESA_CAIXA_FILE_CASES: MethodCases<
  "Empresa" | "CaixaEmail" | "Download" | "Importacao" | "Exportacao"
> = {
  "Empresa.getListEmpresa": {
    caller: "usuario",
    params: () => ({ listSearchOrder: "cnpj" }),
    verify: ({ results, totalCount }) => {
      const cnpjs = (results as { cnpj: string }[]).map(({ cnpj }) => cnpj);
      expect(cnpjs).toEqual(cnpjs.toSorted());
      expect([totalCount, totalCount === 0]).toEqual([cnpjs.length, false]);
    },
    refusal: null,
  },
  "Empresa.getEmpresa": {
    caller: "usuario",
    params: ({ empresaId }) => ({ id: empresaId }),
    verify: ({ object }, { empresaId }) =>
      expect(object).toMatchObject({ id: empresaId, certificado: { situacao: "valido" }, temLogo: false }),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "empresaNaoEncontrada" },
  },
  "Empresa.saveEmpresa": {
    caller: "administrador",
    params: () => ({ empresa: EMPRESA }),
    verify: async ({ object }, p) =>
      expect(await findEmpresa(p, EMPRESA.nome)).toMatchObject({
        ...(object as Row),
        cnpj: "11444777000161",
      }),
    refusal: {
      params: () => ({ empresa: { ...EMPRESA, cnpj: "11.444.777/0001-62" } }),
      sentence: "cnpjInvalido",
      campo: "empresa.cnpj",
    },
  },
  "Empresa.deleteEmpresa": {
    caller: "administrador",
    params: async (p) => ({ id: String((await findEmpresa(p, EMPRESA.nome))?.id) }),
    verify: async (_answer, p) => expect(await findEmpresa(p, EMPRESA.nome)).toBeUndefined(),
    refusal: { params: ({ empresaId }) => ({ id: empresaId }), sentence: "empresaNaoExcluida" },
  },
  "CaixaEmail.getListCaixaEmail": {
    caller: "usuario",
    params: () => ({ listSearchOrder: "descricao" }),
    verify: ({ results }, { caixaId }) =>
      expect(results).toMatchObject([
        { id: caixaId, tipo: expect.stringMatching(/pop3/), emailsTotal: expect.any(Number) },
      ]),
    refusal: null,
  },
  "CaixaEmail.getCaixaEmail": {
    caller: "usuario",
    params: ({ caixaId }) => ({ id: caixaId }),
    verify: ({ object }, { caixaId }) => {
      expect(object).toMatchObject({ id: caixaId, autenticacao: "senha" });
      expect(object).not.toHaveProperty("senha");
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "caixaNaoEncontrada" },
  },
  "CaixaEmail.saveCaixaEmail": {
    caller: "administrador",
    params: () => ({ caixaEmail: CAIXA }),
    verify: async ({ object }, p) =>
      expect(await findCaixa(p, CAIXA.descricao)).toMatchObject({
        ...(object as Row),
        servidor: CAIXA.servidor,
      }),
    refusal: {
      params: () => ({ caixaEmail: { ...CAIXA, usuario: "outro@exemplo.test", senha: "" } }),
      sentence: "caixaSenhaObrigatoria",
      campo: "caixaEmail.senha",
    },
  },
  "CaixaEmail.deleteCaixaEmail": {
    caller: "administrador",
    params: async (p) => ({ id: String((await findCaixa(p, CAIXA.descricao))?.id) }),
    verify: async (_answer, p) => expect(await findCaixa(p, CAIXA.descricao)).toBeUndefined(),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "caixaNaoExcluida" },
  },
  "CaixaEmail.pingServidor": {
    caller: "administrador",
    params: ({ road: pipeline }) => {
      const { servidor, porta, usuario, senha } = pipeline.sandbox.info.pop3;
      return { caixa: { tipo: "pop3", servidor, porta, usuario, senha } };
    },
    verify: ({ object }) => {
      expect(object).toMatchObject({ ok: true, falha: null, mensagens: expect.any(Number) });
      expect((object as { passos: Row[] }).passos.at(-1)).toMatchObject({ passo: "listagem", ok: true });
    },
    refusal: {
      params: () => ({ caixa: { tipo: "pop3", servidor: " ", usuario: "a", senha: "b" } }),
      sentence: "textoEmBranco",
      campo: "caixa.servidor",
    },
  },
  "CaixaEmail.coletarAgora": {
    caller: "administrador",
    params: ({ caixaId }) => ({ id: caixaId }),
    verify: async (_answer, { road: pipeline, caixaId }) => {
      const text =
        "SELECT FROM tarefa WHERE tipo = 'poll' AND alvo = $1 AND estado = 'pendente' AND vence_em <= $2";
      expect(await pipeline.asOwner(text, [caixaId, pipeline.clock.now()])).toHaveLength(1);
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "caixaNaoEncontrada" },
  },
  "Download.processaDownload": {
    caller: "usuario",
    params: () => DOWNLOAD_PARAMS,
    verify: ({ object }) =>
      expect(object).toMatchObject({
        estado: "pendente",
        entradaSaida: "T",
        de: "2026-01-01",
        tipoDFe: null,
      }),
    refusal: {
      params: () => ({ ...DOWNLOAD_PARAMS, dateRange: { de: "2026-12-31", ate: "2026-01-01" } }),
      sentence: "periodoInvertido",
      campo: "dateRange.ate",
    },
  },
  "Download.getListDownload": {
    caller: "usuario",
    params: () => ({ currentPage: 1, pageSize: 20 }),
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([{ estado: "pendente", usuario: "Bia de Teste", comPdf: false }]);
    },
    refusal: { params: () => DEEP_PAGE, sentence: "paginaFunda", values: { limite: "10.000" } },
  },
  "Importacao.getListImportacao": {
    caller: "usuario",
    params: () => ({}),
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([{ nomeArquivo: "nada.xml", estado: "concluido", quantidadeErro: 1 }]);
    },
    refusal: { params: () => DEEP_PAGE, sentence: "paginaFunda", values: { limite: "10.000" } },
  },
  "Importacao.getImportacao": {
    caller: "usuario",
    params: ({ importacaoId }) => ({ id: importacaoId }),
    verify: ({ object }, { importacaoId }) =>
      expect(object).toMatchObject({ id: importacaoId, lidos: 1, documentos: 0, usuario: "Ana de Teste" }),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "importacaoNaoEncontrada" },
  },
  "Importacao.getListImportacaoErros": {
    caller: "usuario",
    params: ({ importacaoId }) => ({ importacaoId }),
    verify: ({ results, object, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([{ nome: "nada.xml", motivo: expect.stringMatching(/\w/) }]);
      expect(object).toMatchObject({ importacao: { quantidadeErro: 1 }, grupos: [{ quantidade: 1 }] });
    },
    refusal: { params: () => ({ importacaoId: UNKNOWN_ID }), sentence: "importacaoNaoEncontrada" },
  },
  "Exportacao.getListExportacao": {
    caller: "usuario",
    params: async ({ team }) => {
      await team.usuario.call("Nota.getListNota", { createFileType: "CSV" });
      return {};
    },
    verify: ({ results }) =>
      expect(results).toMatchObject([
        { formato: "CSV", estado: "pendente", usuario: expect.stringMatching(/\w/) },
      ]),
    refusal: { params: () => DEEP_PAGE, sentence: "paginaFunda", values: { limite: "10.000" } },
  },
  "Exportacao.getExportacao": {
    caller: "usuario",
    params: async (p) => ({ id: String((await findNewest(p, "Exportacao.getListExportacao"))?.id) }),
    verify: ({ object }) => expect(object).toMatchObject({ formato: "CSV", nome: null }),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "exportacaoNaoEncontrada" },
  },
  "Exportacao.deleteExpired": {
    caller: "usuario",
    params: async (p) => {
      const um = await findNewest(p, "Exportacao.getListExportacao");
      await p.road.asOwner(
        "UPDATE arquivo_pedido SET estado = 'falhou', terminado_em = now() WHERE id = $1",
        [um?.id],
      );
      return {};
    },
    verify: async ({ object }, p) => {
      expect(object).toEqual({ removidas: 1 });
      expect(await findNewest(p, "Exportacao.getListExportacao")).toBeUndefined();
    },
    refusal: null,
  },
};
