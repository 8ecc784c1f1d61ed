import type { PapelEvento } from "@malote/dfe";
import { formatDocumento, ufOfCodigo } from "@malote/syntax";
import {
  formatDiaPapel,
  formatDinheiro,
  formatInstantePapel,
  formatNumeroPapel,
  formatSeriePapel,
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

type Detalhe = PapelEvento["detalhes"][number];

/** All sections of an evento below its head: the document, the evento, SEFAZ's response, and the content
 * of detEvento. */
export function secoesOfEvento(papel: PapelEvento, documento: DocumentoDoEvento | null): Section[] {
  return [
    ...(documento ? secoesDocumento(documento, papel) : []),
    ...sectionOf("Evento", evento(papel)),
    ...sectionOf(tituloRegistro(papel), registro(papel.registro)),
    ...sectionOf("Correção a ser considerada", textOf(papel.correcao), correcoes(papel.correcoes)),
    ...sectionOf("Condições de uso", textOf(papel.condicoesUso)),
    ...papel.textos.flatMap(({ rotulo: label, texto: text }) => sectionOf(label, textOf(text))),
    ...sectionOf("Dados do evento", detalhes(papel.detalhes), omitidos(papel.detalhesOmitidos)),
  ];
}

function secoesDocumento(documento: DocumentoDoEvento, { familia }: PapelEvento): Section[] {
  const { name, emitente, destinatario } = documento;
  return [
    ...sectionOf(
      `Documento do evento: ${name}`,
      fieldsOf([
        ["Modelo", documento.modelo, 18],
        ["Série", formatSeriePapel(documento.serie), 18],
        ["Número", formatNumeroPapel(documento.numero), 32],
        ["Emissão", formatInstantePapel(documento.emissao), 44],
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

function evento(papel: PapelEvento): Block[] {
  return [
    ...fieldsOf([
      ["Tipo do evento", joinParts([papel.tpEvento, papel.descricao]), 86],
      ["Data e hora do evento", formatInstantePapel(papel.dataEvento), 44],
      ["Sequência", papel.sequencia, 22],
      ["Versão", papel.versao, 18],
    ]),
    ...fieldsOf([
      ["Autor do evento (CNPJ/CPF)", papel.autor && formatDocumento(papel.autor), 70],
      ["Órgão", orgaoOf(papel.orgao), 58],
      ["Ambiente", writeCodigo(papel.ambiente, AMBIENTE), 42],
    ]),
  ];
}

function orgaoOf(codigo: string | null): string {
  if (codigo === null) return "";
  return joinParts([codigo, meaningOf(codigo, ORGAOS) ?? ufOfCodigo(codigo)]);
}

/** A response that registers nothing is not called a registration. */
function tituloRegistro(papel: PapelEvento): string {
  return judgeRegistro(papel) === "registrada" ? "Registro na SEFAZ" : "Resposta que acompanha o evento";
}

function registro(registro: PapelEvento["registro"]): Block[] {
  if (!registro) return [];
  return fieldsOf([
    ["Protocolo", registro.protocolo, 38],
    ["Data e hora do registro", formatInstantePapel(registro.data), 42],
    ["Situação", joinParts([registro.cStat, registro.xMotivo]), 76],
    ["Destinatário do documento", writeDocumento(registro.destinatario), 42],
    ["E-mail", registro.email, 44],
  ]);
}

function correcoes(list: PapelEvento["correcoes"]): Block[] {
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
      return formatInstantePapel(valor);
    case "dia":
      return formatDiaPapel(valor);
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
