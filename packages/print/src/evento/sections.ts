import type { PrintedEvento } from "@malote/dfe";
import { formatDocumento, ufOfCode } from "@malote/syntax";
import {
  formatMoney,
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
  writeCode,
  writeDecimal,
  writeDocumento,
} from "../sections/write-values.ts";
import type { EventoDocument } from "./evento-document.ts";
import { judgeRegistro } from "./registration.ts";
import { AMBIENTE, AUTHORITIES, PARTY_LABELS, VALUE_LABELS } from "./texts.ts";

type Detail = PrintedEvento["detalhes"][number];

/** All sections of an evento below its head: the document, the evento, SEFAZ's response, and the content
 * of detEvento. */
export function sectionsOfEvento(form: PrintedEvento, documento: EventoDocument | null): Section[] {
  return [
    ...(documento ? documentoSections(documento, form) : []),
    ...sectionOf("Evento", evento(form)),
    ...sectionOf(registroTitle(form), registro(form.registro)),
    ...sectionOf("Correção a ser considerada", textOf(form.correcao), correcoes(form.correcoes)),
    ...sectionOf("Condições de uso", textOf(form.condicoesUso)),
    ...form.textos.flatMap(({ rotulo: label, texto: text }) => sectionOf(label, textOf(text))),
    ...sectionOf("Dados do evento", details(form.detalhes), omitidos(form.detalhesOmitidos)),
  ];
}

function documentoSections(documento: EventoDocument, { family }: PrintedEvento): Section[] {
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
        [VALUE_LABELS[family], formatMoney(documento.valor), 36, { align: "right" }],
      ]),
      emitente.name === null ? [] : pessoa("Emitente", emitente),
      destinatario ? pessoa(PARTY_LABELS[family], destinatario) : [],
    ),
  ];
}

function pessoa(label: string, { name, documento, ie, place }: EventoDocument["emitente"]): Block[] {
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
      ["Ambiente", writeCode(form.ambiente, AMBIENTE), 42],
    ]),
  ];
}

function orgaoOf(code: string | null): string {
  if (code === null) return "";
  return joinParts([code, meaningOf(code, AUTHORITIES) ?? ufOfCode(code)]);
}

/** A response that registers nothing is not called a registration. */
function registroTitle(form: PrintedEvento): string {
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
function details(list: readonly Detail[]): Block[] {
  return tableOf(
    [
      { title: "Campo", weight: 70 },
      { title: "Conteúdo", weight: 128 },
    ],
    list.map((each) => [`${INDENT.repeat(each.nivel)}${each.rotulo}`, writeDetail(each)]),
    CORRECTION_FONT_SIZE,
  );
}

function writeDetail({ valor, tipo, significado }: Detail): string {
  if (valor === null) return "";
  if (significado !== null) return `${valor} - ${significado}`;
  switch (tipo) {
    case "instante":
      return formatPrintedInstant(valor);
    case "dia":
      return formatPrintedDay(valor);
    case "valor":
      return formatMoney(valor);
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
