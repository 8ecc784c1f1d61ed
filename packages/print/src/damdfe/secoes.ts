import type { PapelMdfe } from "@malote/dfe";
import { linesOfInfCpl } from "@malote/syntax";
import { type Bloco, camposOf, type Secao, secaoOf, tabelaOf, textoOf } from "../blocos/bloco.ts";
import {
  joinParts,
  meaningOf,
  wordOf,
  writeCodigo,
  writeDecimal,
  writeDocumento,
} from "../blocos/escrita.ts";
import { formatCep, formatDinheiro } from "../folha/formatos-papel.ts";
import { secoesOfDescargas } from "./secoes-documentos.ts";
import { secoesOfModal } from "./secoes-modal.ts";
import { MODAIS, RESPONSAVEL_SEGURO, TIPO_CARGA, UNIDADE_PESO } from "./texts.ts";

/** All sections of an MDF-e below its head, in the order of the manual: modal, route, load, documents. */
export function secoesOfMdfe(papel: PapelMdfe): Secao[] {
  const { ide, lacres } = papel;
  return [
    ...secaoOf(modalOf(papel.codigoModal), totais(papel)),
    ...secoesOfModal(papel.modal),
    ...secaoOf(
      "Percurso",
      camposOf([
        ["Município(s) de carregamento", joinParts(ide.municipiosCarrega, ", "), 100],
        [
          "UF de carregamento, percurso e descarregamento",
          joinParts([ide.ufInicio, ...ide.percurso, ide.ufFim]),
          100,
        ],
      ]),
    ),
    ...secaoOf("Produto predominante", produto(papel.produto)),
    ...secoesOfDescargas(papel.descargas),
    ...secaoOf("Seguro da carga", ...papel.seguros.map(seguro)),
    ...secaoOf("Lacres", textoOf(lacres.join(", "))),
    ...secaoOf(
      "Informações complementares de interesse do contribuinte",
      textoOf(linesOfInfCpl(papel.infComplementares ?? "").join("\n")),
    ),
    ...secaoOf(
      "Informações adicionais de interesse do Fisco",
      textoOf(joinParts([papel.infFisco, papel.protocolo?.mensagemFisco], "\n")),
    ),
  ];
}

function modalOf(codigo: string | null): string {
  return meaningOf(codigo, MODAIS) ?? "Modal de transporte";
}

/** The most characters of an unknown unit. */
const UNIDADE_MAX = 6;

function totais({ totais, modal }: PapelMdfe): Bloco[] {
  const unidade = wordOf(totais.unidade, UNIDADE_PESO)?.slice(0, UNIDADE_MAX) ?? null;
  const peso = `Peso bruto da carga${unidade === null ? "" : ` (${unidade})`}`;
  const right = { alinha: "direita", isDestaque: true } as const;
  return camposOf([
    ["Quantidade de CT-e", totais.qCTe, 30, right],
    ["Quantidade de NF-e", totais.qNFe, 30, right],
    ["Quantidade de MDF-e", totais.qMDFe, 30, right],
    [peso, writeDecimal(totais.pesoBruto, 4), 45, right],
    ["Valor total da carga (R$)", formatDinheiro(totais.valorCarga), 45, right],
    ["RNTRC", modal?.tipo === "rodoviario" ? modal.rntrc : null, 30, { isDestaque: true }],
  ]);
}

function produto(prod: PapelMdfe["produto"]): Bloco[] {
  if (!prod) return [];
  const { lotacao } = prod;
  return camposOf([
    ["Produto", prod.descricao, 70],
    ["Tipo de carga", writeCodigo(prod.tipoCarga, TIPO_CARGA), 50],
    ["NCM", prod.ncm, 20],
    ["GTIN", prod.ean, 26],
    ["Local de carregamento", lotacao && localOf(lotacao.carrega), 34],
    ["Local de descarregamento", lotacao && localOf(lotacao.descarrega), 34],
  ]);
}

function localOf(local: NonNullable<NonNullable<PapelMdfe["produto"]>["lotacao"]>["carrega"]): string {
  return joinParts([
    local?.cep && `CEP ${formatCep(local.cep)}`,
    joinParts([local?.latitude, local?.longitude], ", "),
  ]);
}

function seguro(seg: PapelMdfe["seguros"][number]): Bloco[] {
  return [
    ...camposOf([
      ["Seguradora", seg.seguradora, 60],
      ["CNPJ da seguradora", writeDocumento(seg.cnpjSeguradora), 38],
      ["Apólice", seg.apolice, 38],
      [
        "Responsável pelo seguro",
        joinParts([
          writeCodigo(seg.responsavel, RESPONSAVEL_SEGURO),
          writeDocumento(seg.documentoResponsavel),
        ]),
        64,
      ],
    ]),
    ...tabelaOf(
      [{ titulo: "Averbações", peso: 200 }],
      seg.averbacoes.length > 0 ? [[seg.averbacoes.join(", ")]] : [],
    ),
  ];
}
