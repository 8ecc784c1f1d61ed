import type { ResultOf } from "@malote/contract";
import { exampleId, listOf, NOW } from "./conta-examples.ts";
import type { Answers } from "./fake-server.ts";

export type Importacao = ResultOf<"Importacao.getListImportacao">["results"][number];
export type ImportacaoError = ResultOf<"Importacao.getListImportacaoErros">["results"][number];
export type Exportacao = ResultOf<"Exportacao.getListExportacao">["results"][number];
export type Download = ResultOf<"Download.getListDownload">["results"][number];

export function exampleImportacao(part: Partial<Importacao> = {}): Importacao {
  return {
    id: exampleId(301),
    nomeArquivo: "novembro.zip",
    tamanho: 20_480,
    data: NOW,
    usuario: "Marina Prado",
    estado: "concluido",
    total: 3,
    lidos: 3,
    ...{ documentos: 2, eventos: 0, duplicados: 0, outros: 0, quantidadeErro: 1 },
    terminadoEm: NOW,
    mensagem: null,
    ...part,
  };
}

export function exampleImportacaoError(part: Partial<ImportacaoError> = {}): ImportacaoError {
  return {
    id: exampleId(311),
    caminho: "2",
    nome: "quebrada.xml",
    tamanho: 900,
    codigo: "xml-ilegivel",
    motivo: "XML ilegível.",
    detalhe: null,
    quarentena: false,
    baixavel: true,
    ...part,
  };
}

const FILE = {
  estado: "concluido",
  data: NOW,
  usuario: "Marina Prado",
  ...{ total: 3, feitos: 3, tamanho: 4_096, terminadoEm: NOW, expiraEm: null, mensagem: null },
} as const;

export function exampleExportacao(part: Partial<Exportacao> = {}): Exportacao {
  const what = { nome: "notas.csv", formato: "CSV", filtro: "Emissão: novembro" } as const;
  return { ...FILE, id: exampleId(321), ...what, ...part };
}

export function exampleDownload(part: Partial<Download> = {}): Download {
  return {
    ...{ ...FILE, id: exampleId(331), nome: "repositorio.zip", entradaSaida: "E", tipoDFe: null },
    ...{
      cnpjEmpresa: null,
      cnpj: null,
      de: "2026-11-01",
      ate: "2026-11-20",
      comPdf: true,
      comEventos: false,
    },
    ...part,
  };
}

/** A server with these jobs; a test may add to the lists later. */
export function jobAnswers(
  stored: { importacoes?: Importacao[]; exportacoes?: Exportacao[]; downloads?: Download[] } = {},
): Answers {
  const { importacoes = [], exportacoes = [], downloads = [] } = stored;
  return {
    "Importacao.getListImportacao": () => listOf([...importacoes]),
    "Exportacao.getListExportacao": () => listOf([...exportacoes]),
    "Download.getListDownload": () => listOf([...downloads]),
  };
}
