import { PAGE_DEPTH_MAX } from "@malote/contract";
import { expect } from "vitest";
import { type Casos, NADA, type Palco } from "./contrato-palco.ts";

type Linha = Record<string, unknown>;

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
const FUNDA = { currentPage: PAGE_DEPTH_MAX, pageSize: 200 };
const PEDIDO = { entradaSaida: "T", dateRange: { de: "2026-01-01", ate: "2026-12-31" } } as const;

async function findEmpresa({ elenco }: Palco, nome: string): Promise<Linha | undefined> {
  const { results } = await elenco.usuario.call("Empresa.getListEmpresa", {});
  return (results as Linha[]).find((row) => row.nome === nome);
}

async function findCaixa({ elenco }: Palco, descricao: string): Promise<Linha | undefined> {
  const { results } = await elenco.usuario.call("CaixaEmail.getListCaixaEmail", {});
  return (results as Linha[]).find((row) => row.descricao === descricao);
}

/** The newest requested file of a list. */
async function newest(
  { elenco }: Palco,
  method: "Exportacao.getListExportacao" | "Download.getListDownload",
) {
  const { results } = await elenco.usuario.call(method, {});
  return (results as (Linha & { id: string })[])[0];
}

/** Companies, mailboxes, requested files and imports. */
export const CASOS_CASA: Casos<"Empresa" | "CaixaEmail" | "Download" | "Importacao" | "Exportacao"> = {
  "Empresa.getListEmpresa": {
    por: "usuario",
    envia: () => ({ listSearchOrder: "cnpj" }),
    mostra: ({ results, totalCount }) => {
      const cnpjs = (results as { cnpj: string }[]).map(({ cnpj }) => cnpj);
      expect(cnpjs).toEqual(cnpjs.toSorted());
      expect([totalCount, totalCount === 0]).toEqual([cnpjs.length, false]);
    },
    recusa: null,
  },
  "Empresa.getEmpresa": {
    por: "usuario",
    envia: ({ empresaId }) => ({ id: empresaId }),
    mostra: ({ object }, { empresaId }) =>
      expect(object).toMatchObject({ id: empresaId, certificado: { situacao: "valido" }, temLogo: false }),
    recusa: { envia: () => ({ id: NADA }), diz: "empresaNaoEncontrada" },
  },
  "Empresa.saveEmpresa": {
    por: "administrador",
    envia: () => ({ empresa: EMPRESA }),
    mostra: async ({ object }, p) =>
      expect(await findEmpresa(p, EMPRESA.nome)).toMatchObject({
        ...(object as Linha),
        cnpj: "11444777000161",
      }),
    recusa: {
      envia: () => ({ empresa: { ...EMPRESA, cnpj: "11.444.777/0001-62" } }),
      diz: "cnpjInvalido",
      campo: "empresa.cnpj",
    },
  },
  "Empresa.deleteEmpresa": {
    por: "administrador",
    envia: async (p) => ({ id: String((await findEmpresa(p, EMPRESA.nome))?.id) }),
    mostra: async (_answer, p) => expect(await findEmpresa(p, EMPRESA.nome)).toBeUndefined(),
    recusa: { envia: ({ empresaId }) => ({ id: empresaId }), diz: "empresaNaoExcluida" },
  },
  "CaixaEmail.getListCaixaEmail": {
    por: "usuario",
    envia: () => ({ listSearchOrder: "descricao" }),
    mostra: ({ results }, { caixaId }) =>
      expect(results).toMatchObject([
        { id: caixaId, tipo: expect.stringMatching(/pop3/), emailsTotal: expect.any(Number) },
      ]),
    recusa: null,
  },
  "CaixaEmail.getCaixaEmail": {
    por: "usuario",
    envia: ({ caixaId }) => ({ id: caixaId }),
    mostra: ({ object }, { caixaId }) => {
      expect(object).toMatchObject({ id: caixaId, autenticacao: "senha" });
      expect(object).not.toHaveProperty("senha");
    },
    recusa: { envia: () => ({ id: NADA }), diz: "caixaNaoEncontrada" },
  },
  "CaixaEmail.saveCaixaEmail": {
    por: "administrador",
    envia: () => ({ caixaEmail: CAIXA }),
    mostra: async ({ object }, p) =>
      expect(await findCaixa(p, CAIXA.descricao)).toMatchObject({
        ...(object as Linha),
        servidor: CAIXA.servidor,
      }),
    recusa: {
      envia: () => ({ caixaEmail: { ...CAIXA, usuario: "outro@exemplo.test", senha: "" } }),
      diz: "caixaSenhaObrigatoria",
      campo: "caixaEmail.senha",
    },
  },
  "CaixaEmail.deleteCaixaEmail": {
    por: "administrador",
    envia: async (p) => ({ id: String((await findCaixa(p, CAIXA.descricao))?.id) }),
    mostra: async (_answer, p) => expect(await findCaixa(p, CAIXA.descricao)).toBeUndefined(),
    recusa: { envia: () => ({ id: NADA }), diz: "caixaNaoExcluida" },
  },
  "CaixaEmail.pingServidor": {
    por: "administrador",
    envia: ({ road }) => {
      const { servidor, porta, usuario, senha } = road.sandbox.info.pop3;
      return { caixa: { tipo: "pop3", servidor, porta, usuario, senha } };
    },
    mostra: ({ object }) => {
      expect(object).toMatchObject({ ok: true, falha: null, mensagens: expect.any(Number) });
      expect((object as { passos: Linha[] }).passos.at(-1)).toMatchObject({ passo: "listagem", ok: true });
    },
    recusa: {
      envia: () => ({ caixa: { tipo: "pop3", servidor: " ", usuario: "a", senha: "b" } }),
      diz: "textoEmBranco",
      campo: "caixa.servidor",
    },
  },
  "CaixaEmail.coletarAgora": {
    por: "administrador",
    envia: ({ caixaId }) => ({ id: caixaId }),
    mostra: async (_answer, { road, caixaId }) => {
      const text =
        "SELECT FROM tarefa WHERE tipo = 'poll' AND alvo = $1 AND estado = 'pendente' AND vence_em <= $2";
      expect(await road.asOwner(text, [caixaId, road.clock.now()])).toHaveLength(1);
    },
    recusa: { envia: () => ({ id: NADA }), diz: "caixaNaoEncontrada" },
  },
  "Download.processaDownload": {
    por: "usuario",
    envia: () => PEDIDO,
    mostra: ({ object }) =>
      expect(object).toMatchObject({
        estado: "pendente",
        entradaSaida: "T",
        de: "2026-01-01",
        tipoDFe: null,
      }),
    recusa: {
      envia: () => ({ ...PEDIDO, dateRange: { de: "2026-12-31", ate: "2026-01-01" } }),
      diz: "periodoInvertido",
      campo: "dateRange.ate",
    },
  },
  "Download.getListDownload": {
    por: "usuario",
    envia: () => ({ currentPage: 1, pageSize: 20 }),
    mostra: ({ results, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([{ estado: "pendente", usuario: "Bia de Teste", comPdf: false }]);
    },
    recusa: { envia: () => FUNDA, diz: "paginaFunda", valores: { limite: "10.000" } },
  },
  "Importacao.getListImportacao": {
    por: "usuario",
    envia: () => ({}),
    mostra: ({ results, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([{ nomeArquivo: "nada.xml", estado: "concluido", quantidadeErro: 1 }]);
    },
    recusa: { envia: () => FUNDA, diz: "paginaFunda", valores: { limite: "10.000" } },
  },
  "Importacao.getImportacao": {
    por: "usuario",
    envia: ({ importacaoId }) => ({ id: importacaoId }),
    mostra: ({ object }, { importacaoId }) =>
      expect(object).toMatchObject({ id: importacaoId, lidos: 1, documentos: 0, usuario: "Ana de Teste" }),
    recusa: { envia: () => ({ id: NADA }), diz: "importacaoNaoEncontrada" },
  },
  "Importacao.getListImportacaoErros": {
    por: "usuario",
    envia: ({ importacaoId }) => ({ importacaoId }),
    mostra: ({ results, object, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([{ nome: "nada.xml", motivo: expect.stringMatching(/\w/) }]);
      expect(object).toMatchObject({ importacao: { quantidadeErro: 1 }, grupos: [{ quantidade: 1 }] });
    },
    recusa: { envia: () => ({ importacaoId: NADA }), diz: "importacaoNaoEncontrada" },
  },
  "Exportacao.getListExportacao": {
    por: "usuario",
    envia: async ({ elenco }) => {
      await elenco.usuario.call("Nota.getListNota", { createFileType: "CSV" });
      return {};
    },
    mostra: ({ results }) =>
      expect(results).toMatchObject([
        { formato: "CSV", estado: "pendente", usuario: expect.stringMatching(/\w/) },
      ]),
    recusa: { envia: () => FUNDA, diz: "paginaFunda", valores: { limite: "10.000" } },
  },
  "Exportacao.getExportacao": {
    por: "usuario",
    envia: async (p) => ({ id: String((await newest(p, "Exportacao.getListExportacao"))?.id) }),
    mostra: ({ object }) => expect(object).toMatchObject({ formato: "CSV", nome: null }),
    recusa: { envia: () => ({ id: NADA }), diz: "exportacaoNaoEncontrada" },
  },
  "Exportacao.deleteExpired": {
    por: "usuario",
    envia: async (p) => {
      const um = await newest(p, "Exportacao.getListExportacao");
      await p.road.asOwner(
        "UPDATE arquivo_pedido SET estado = 'falhou', terminado_em = now() WHERE id = $1",
        [um?.id],
      );
      return {};
    },
    mostra: async ({ object }, p) => {
      expect(object).toEqual({ removidas: 1 });
      expect(await newest(p, "Exportacao.getListExportacao")).toBeUndefined();
    },
    recusa: null,
  },
};
