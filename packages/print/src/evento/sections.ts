import type { PrintedEvento } from "@malote/dfe";
import { formatDocumento, ufOfCodigo } from "@malote/syntax";
import {
  formatDinheiro,
  formatPrintedDay,
  formatPrintedInstant,
  formatPrintedNumber,
  formatPrintedSeries,
} from "../page/print-formats.ts";
import { type Block, fieldsOf, type Section, sectionOf, tableOf, textOf } from "../sections/section.ts";
import {
  joinParts,
  meaningOf,
  writeChave,
  writeCodigo,
  writeDecimal,
  writeDocumento,
} from "../sections/write-values.ts";
import type { DocumentoDoEvento } from "./evento-document.ts";
import { judgeRegistro } from "./registration.ts";
import { AMBIENTE, ORGAOS } from "./texts.ts";

type Detalhe = PrintedEvento["detalhes"][number];

/** All sections of an evento below its head: the document, the evento, SEFAZ's response, and the content
 * of detEvento. */
export function sectionsOfEvento(form: PrintedEvento, documento: DocumentoDoEvento | null): Section[] {
  return [
    ...(documento ? secoesDocumento(documento, form) : []),
    ...sectionOf("Evento", evento(form)),
    ...sectionOf(tituloRegistro(form), registro(form.registro)),
    ...sectionOf("Correção a ser considerada", textOf(form.correcao), correcoes(form.correcoes)),
    ...sectionOf("Condições de uso", textOf(form.condicoesUso)),
    ...form.textos.flatMap(({ rotulo: label, texto: text }) => sectionOf(label, textOf(text))),
    ...sectionOf("Dados do evento", detalhes(form.detalhes), omitidos(form.detalhesOmitidos)),
  ];
}

function secoesDocumento(documento: DocumentoDoEvento, { familia }: PrintedEvento): Section[] {
  const { name, emitente, destinatario } = documento;
  return [
    ...sectionOf(
      `Documento do evento: ${name}`,
      fieldsOf([
        ["Modelo", documento.modelo, 18],
        ["Série", formatPrintedSeries(documento.serie), 18],
        ["Número", formatPrintedNumber(documento.numero), 32],
        ["Emissão", formatPrintedInstant(documento.emissao), 44],
        ["CNPJ/CPF do emitente", emitente.name === null ? writeDocumento(emitente.documento) : null, 60],
        [
          familia === "mdfe" ? "Valor da carga (R$)" : "Valor total (R$)",
          formatDinheiro(documento.valor),
          36,
          { align: "right" },
        ],
      ]),
      emitente.name === null ? [] : pessoa("Emitente", emitente),
      destinatario ? pessoa(familia === "cte" ? "Tomador" : "Destinatário", destinatario) : [],
    ),
  ];
}

function pessoa(label: string, { name, documento, ie, place }: DocumentoDoEvento["emitente"]): Block[] {
  return fieldsOf([
    [label, name, 90],
    [`CNPJ/CPF do ${label.toLowerCase()}`, writeDocumento(documento), 42],
    ["Inscrição estadual", ie, 32],
    ["Município", place, 34],
  ]);
}

function evento(form: PrintedEvento): Block[] {
  return [
    ...fieldsOf([
      ["Tipo do evento", joinParts([form.tpEvento, form.descricao]), 86],
      ["Data e hora do evento", formatPrintedInstant(form.dataEvento), 44],
      ["Sequência", form.sequencia, 22],
      ["Versão", form.versao, 18],
    ]),
    ...fieldsOf([
      ["Autor do evento (CNPJ/CPF)", form.autor && formatDocumento(form.autor), 70],
      ["Órgão", orgaoOf(form.orgao), 58],
      ["Ambiente", writeCodigo(form.ambiente, AMBIENTE), 42],
    ]),
  ];
}

function orgaoOf(codigo: string | null): string {
  if (codigo === null) return "";
  return joinParts([codigo, meaningOf(codigo, ORGAOS) ?? ufOfCodigo(codigo)]);
}

/** A response that registers nothing is not called a registration. */
function tituloRegistro(form: PrintedEvento): string {
  return judgeRegistro(form) === "registrada" ? "Registro na SEFAZ" : "Resposta que acompanha o evento";
}

function registro(registro: PrintedEvento["registro"]): Block[] {
  if (!registro) return [];
  return fieldsOf([
    ["Protocolo", registro.protocolo, 38],
    ["Data e hora do registro", formatPrintedInstant(registro.data), 42],
    ["Situação", joinParts([registro.cStat, registro.xMotivo]), 76],
    ["Destinatário do documento", writeDocumento(registro.destinatario), 42],
    ["E-mail", registro.email, 44],
  ]);
}

function correcoes(list: PrintedEvento["correcoes"]): Block[] {
  return tableOf(
    [
      { title: "Grupo alterado", weight: 40 },
      { title: "Item", weight: 14, align: "center" },
      { title: "Campo alterado", weight: 44 },
      { title: "Valor corrigido", weight: 100 },
    ],
    list.map(({ grupo, item, campo: field, valor }) => [grupo, item, field, valor]),
    CORRECTION_FONT_SIZE,
  );
}

const CORRECTION_FONT_SIZE = 9;
const INDENT = "    ";

/** Fields below the heads of their groups, indented by depth. */
function detalhes(list: readonly Detalhe[]): Block[] {
  return tableOf(
    [
      { title: "Campo", weight: 70 },
      { title: "Conteúdo", weight: 128 },
    ],
    list.map((each) => [`${INDENT.repeat(each.nivel)}${each.rotulo}`, writeDetalhe(each)]),
    CORRECTION_FONT_SIZE,
  );
}

function writeDetalhe({ valor, tipo, significado }: Detalhe): string {
  if (valor === null) return "";
  if (significado !== null) return `${valor} - ${significado}`;
  switch (tipo) {
    case "instante":
      return formatPrintedInstant(valor);
    case "dia":
      return formatPrintedDay(valor);
    case "valor":
      return formatDinheiro(valor);
    case "numero":
      return writeDecimal(valor);
    case "chave":
      return writeChave(valor);
    case "documento":
      return writeDocumento(valor);
    case "texto":
      return valor;
  }
}

function omitidos(count: number): Block[] {
  return count === 0 ? [] : textOf(`E mais ${count} campos, que constam apenas no XML.`);
}
