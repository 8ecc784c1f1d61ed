import type { PapelEvento } from "@malote/dfe";
import { formatDocumento, ufOfCodigo } from "@malote/syntax";
import { type Bloco, camposOf, type Secao, secaoOf, tabelaOf, textoOf } from "../blocos/bloco.ts";
import {
  joinParts,
  meaningOf,
  writeChave,
  writeCodigo,
  writeDecimal,
  writeDocumento,
} from "../blocos/escrita.ts";
import {
  formatDiaPapel,
  formatDinheiro,
  formatInstantePapel,
  formatNumeroPapel,
  formatSeriePapel,
} from "../folha/formatos-papel.ts";
import type { DocumentoDoEvento } from "./documento.ts";
import { judgeRegistro } from "./registro.ts";
import { AMBIENTE, ORGAOS } from "./texts.ts";

type Detalhe = PapelEvento["detalhes"][number];

/** All sections of an evento below its head: the document, the evento, SEFAZ's response, and the content
 * of detEvento. */
export function secoesOfEvento(papel: PapelEvento, documento: DocumentoDoEvento | null): Secao[] {
  return [
    ...(documento ? secoesDocumento(documento, papel) : []),
    ...secaoOf("Evento", evento(papel)),
    ...secaoOf(tituloRegistro(papel), registro(papel.registro)),
    ...secaoOf("Correção a ser considerada", textoOf(papel.correcao), correcoes(papel.correcoes)),
    ...secaoOf("Condições de uso", textoOf(papel.condicoesUso)),
    ...papel.textos.flatMap(({ rotulo, texto }) => secaoOf(rotulo, textoOf(texto))),
    ...secaoOf("Dados do evento", detalhes(papel.detalhes), omitidos(papel.detalhesOmitidos)),
  ];
}

function secoesDocumento(documento: DocumentoDoEvento, { familia }: PapelEvento): Secao[] {
  const { nome, emitente, destinatario } = documento;
  return [
    ...secaoOf(
      `Documento do evento: ${nome}`,
      camposOf([
        ["Modelo", documento.modelo, 18],
        ["Série", formatSeriePapel(documento.serie), 18],
        ["Número", formatNumeroPapel(documento.numero), 32],
        ["Emissão", formatInstantePapel(documento.emissao), 44],
        ["CNPJ/CPF do emitente", emitente.nome === null ? writeDocumento(emitente.documento) : null, 60],
        [
          familia === "mdfe" ? "Valor da carga (R$)" : "Valor total (R$)",
          formatDinheiro(documento.valor),
          36,
          { alinha: "direita" },
        ],
      ]),
      emitente.nome === null ? [] : pessoa("Emitente", emitente),
      destinatario ? pessoa(familia === "cte" ? "Tomador" : "Destinatário", destinatario) : [],
    ),
  ];
}

function pessoa(rotulo: string, { nome, documento, ie, lugar }: DocumentoDoEvento["emitente"]): Bloco[] {
  return camposOf([
    [rotulo, nome, 90],
    [`CNPJ/CPF do ${rotulo.toLowerCase()}`, writeDocumento(documento), 42],
    ["Inscrição estadual", ie, 32],
    ["Município", lugar, 34],
  ]);
}

function evento(papel: PapelEvento): Bloco[] {
  return [
    ...camposOf([
      ["Tipo do evento", joinParts([papel.tpEvento, papel.descricao]), 86],
      ["Data e hora do evento", formatInstantePapel(papel.dataEvento), 44],
      ["Sequência", papel.sequencia, 22],
      ["Versão", papel.versao, 18],
    ]),
    ...camposOf([
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

function registro(registro: PapelEvento["registro"]): Bloco[] {
  if (!registro) return [];
  return camposOf([
    ["Protocolo", registro.protocolo, 38],
    ["Data e hora do registro", formatInstantePapel(registro.data), 42],
    ["Situação", joinParts([registro.cStat, registro.xMotivo]), 76],
    ["Destinatário do documento", writeDocumento(registro.destinatario), 42],
    ["E-mail", registro.email, 44],
  ]);
}

function correcoes(list: PapelEvento["correcoes"]): Bloco[] {
  return tabelaOf(
    [
      { titulo: "Grupo alterado", peso: 40 },
      { titulo: "Item", peso: 14, alinha: "centro" },
      { titulo: "Campo alterado", peso: 44 },
      { titulo: "Valor corrigido", peso: 100 },
    ],
    list.map(({ grupo, item, campo, valor }) => [grupo, item, campo, valor]),
    CORPO_CORRECAO,
  );
}

const CORPO_CORRECAO = 9;
const RECUO = "    ";

/** Fields below the heads of their groups, indented by depth. */
function detalhes(list: readonly Detalhe[]): Bloco[] {
  return tabelaOf(
    [
      { titulo: "Campo", peso: 70 },
      { titulo: "Conteúdo", peso: 128 },
    ],
    list.map((each) => [`${RECUO.repeat(each.nivel)}${each.rotulo}`, writeDetalhe(each)]),
    CORPO_CORRECAO,
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

function omitidos(count: number): Bloco[] {
  return count === 0 ? [] : textoOf(`E mais ${count} campos, que constam apenas no XML.`);
}
