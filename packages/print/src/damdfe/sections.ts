import type { PrintedMdfe } from "@malote/dfe";
import { linesOfInfCpl } from "@malote/syntax";
import { formatCep, formatMoney } from "../page/print-formats.ts";
import { type Block, fieldsOf, type Section, sectionOf, tableOf, textOf } from "../sections/section.ts";
import {
  joinParts,
  meaningOf,
  wordOf,
  writeCode,
  writeDecimal,
  writeDocumento,
} from "../sections/write-values.ts";
import { sectionsOfDescargas } from "./document-sections.ts";
import { sectionsOfModal } from "./modal-sections.ts";
import { CARGO_TYPE, INSURANCE_RESPONSIBLE, MODAIS, WEIGHT_UNIT } from "./texts.ts";

/** All sections of an MDF-e below its head, in the order of the manual: modal, route, load, documents. */
export function sectionsOfMdfe(form: PrintedMdfe): Section[] {
  const { ide, lacres } = form;
  return [
    ...sectionOf(modalOf(form.codigoModal), totais(form)),
    ...sectionsOfModal(form.modal),
    ...sectionOf(
      "Percurso",
      fieldsOf([
        ["Município(s) de carregamento", joinParts(ide.municipiosCarrega, ", "), 100],
        [
          "UF de carregamento, percurso e descarregamento",
          joinParts([ide.ufInicio, ...ide.percurso, ide.ufFim]),
          100,
        ],
      ]),
    ),
    ...sectionOf("Produto predominante", produto(form.produto)),
    ...sectionsOfDescargas(form.descargas),
    ...sectionOf("Seguro da carga", ...form.seguros.map(seguro)),
    ...sectionOf("Lacres", textOf(lacres.join(", "))),
    ...sectionOf(
      "Informações complementares de interesse do contribuinte",
      textOf(linesOfInfCpl(form.infComplementares ?? "").join("\n")),
    ),
    ...sectionOf(
      "Informações adicionais de interesse do Fisco",
      textOf(joinParts([form.infFisco, form.protocolo?.mensagemFisco], "\n")),
    ),
  ];
}

function modalOf(code: string | null): string {
  return meaningOf(code, MODAIS) ?? "Modal de transporte";
}

/** The most characters of an unknown unit. */
const UNITS_MAX = 6;

function totais({ totais, modal }: PrintedMdfe): Block[] {
  const unit = wordOf(totais.unidade, WEIGHT_UNIT)?.slice(0, UNITS_MAX) ?? null;
  const weight = `Peso bruto da carga${unit === null ? "" : ` (${unit})`}`;
  const right = { align: "right", isEmphasized: true } as const;
  return fieldsOf([
    ["Quantidade de CT-e", totais.qCTe, 30, right],
    ["Quantidade de NF-e", totais.qNFe, 30, right],
    ["Quantidade de MDF-e", totais.qMDFe, 30, right],
    [weight, writeDecimal(totais.pesoBruto, 4), 45, right],
    ["Valor total da carga (R$)", formatMoney(totais.valorCarga), 45, right],
    ["RNTRC", modal?.tipo === "rodoviario" ? modal.rntrc : null, 30, { isEmphasized: true }],
  ]);
}

function produto(prod: PrintedMdfe["produto"]): Block[] {
  if (!prod) return [];
  const { lotacao } = prod;
  return fieldsOf([
    ["Produto", prod.descricao, 70],
    ["Tipo de carga", writeCode(prod.tipoCarga, CARGO_TYPE), 50],
    ["NCM", prod.ncm, 20],
    ["GTIN", prod.ean, 26],
    ["Local de carregamento", lotacao && localOf(lotacao.carrega), 34],
    ["Local de descarregamento", lotacao && localOf(lotacao.descarrega), 34],
  ]);
}

function localOf(local: NonNullable<NonNullable<PrintedMdfe["produto"]>["lotacao"]>["carrega"]): string {
  return joinParts([
    local?.cep && `CEP ${formatCep(local.cep)}`,
    joinParts([local?.latitude, local?.longitude], ", "),
  ]);
}

function seguro(seg: PrintedMdfe["seguros"][number]): Block[] {
  return [
    ...fieldsOf([
      ["Seguradora", seg.seguradora, 60],
      ["CNPJ da seguradora", writeDocumento(seg.cnpjSeguradora), 38],
      ["Apólice", seg.apolice, 38],
      [
        "Responsável pelo seguro",
        joinParts([
          writeCode(seg.responsavel, INSURANCE_RESPONSIBLE),
          writeDocumento(seg.documentoResponsavel),
        ]),
        64,
      ],
    ]),
    ...tableOf(
      [{ title: "Averbações", weight: 200 }],
      seg.averbacoes.length > 0 ? [[seg.averbacoes.join(", ")]] : [],
    ),
  ];
}
