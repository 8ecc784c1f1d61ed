import type { PrintedNfe } from "@malote/dfe";
import { formatDecimal, formatDocumento } from "@malote/syntax";
import type { Field } from "../../page/box.ts";
import {
  formatCep,
  formatMoney,
  formatPhone,
  formatPrintedDay,
  formatPrintedTime,
} from "../../page/print-formats.ts";
import { wordOf } from "../../sections/write-values.ts";
import type { autorizacaoOf } from "../authorization.ts";
import { formatMoneyOrZero, isPresent, joinWith, writeLogradouro } from "../formats.ts";
import { MOD_FRETE } from "../texts.ts";

/** A block of a DANFE: its title and its rows of fields. */
export type Frame = { title: string | null; rows: (readonly Field[])[] };

type Pessoa = PrintedNfe["emitente"];

/** Volumes with their own line in the block; the others are listed in the dados adicionais. */
export const FRAME_VOLUMES_MAX = 3;
/** Font size of the content of a box, in points. */
export const FONT_SIZE = 10;
const CENTER: Partial<Field> = { align: "center" };
const RIGHT: Partial<Field> = { align: "right" };

function field(title: string, text: string | null, weight: number, extra: Partial<Field> = {}): Field {
  return { title, text, weight, fontSize: FONT_SIZE, ...extra };
}

/** The block below the head of every page. */
export function naturezaFrame(form: PrintedNfe, autorizacao: ReturnType<typeof autorizacaoOf>): Frame {
  const { emitente } = form;
  const { title, text } = autorizacao;
  const hasIm = emitente.im !== null;
  return {
    title: null,
    rows: [
      [
        field("NATUREZA DA OPERAÇÃO", form.naturezaOperacao, 58),
        field(title, text, 42, { ...CENTER, font: "bold" }),
      ],
      [
        field("INSCRIÇÃO ESTADUAL", emitente.ie, 25),
        ...(hasIm ? [field("INSCRIÇÃO MUNICIPAL", emitente.im, 20)] : []),
        field("INSCRIÇÃO ESTADUAL DO SUBST. TRIBUTÁRIO", emitente.ieSt, hasIm ? 27 : 33),
        field("CNPJ / CPF", documentoOf(emitente), hasIm ? 28 : 42),
      ],
    ],
  };
}

export function destinatarioFrame(form: PrintedNfe): Frame {
  const { destinatario, emissao, saida } = form;
  const endereco = destinatario?.endereco ?? null;
  return {
    title: "DESTINATÁRIO / REMETENTE",
    rows: [
      [
        field("NOME / RAZÃO SOCIAL", destinatario?.nome ?? null, 61),
        field("CNPJ / CPF", documentoOf(destinatario), 23),
        field("DATA DA EMISSÃO", formatPrintedDay(emissao), 16, CENTER),
      ],
      [
        field("ENDEREÇO", endereco && writeLogradouro(endereco), 47),
        field("BAIRRO / DISTRITO", endereco?.bairro ?? null, 25),
        field("CEP", formatCep(endereco?.cep), 12),
        field("DATA DA SAÍDA / ENTRADA", formatPrintedDay(saida), 16, CENTER),
      ],
      [
        field("MUNICÍPIO", writeCity(endereco), 38),
        field("UF", endereco?.uf ?? null, 5, CENTER),
        field("FONE / FAX", formatPhone(endereco?.telefone), 18),
        field("INSCRIÇÃO ESTADUAL", destinatario?.ie ?? null, 23),
        field("HORA DA SAÍDA / ENTRADA", formatPrintedTime(saida), 16, CENTER),
      ],
    ],
  };
}

/** The place of retirada or entrega, if it is not the issuer's or the recipient's. */
export function localFrame(title: string, local: Pessoa): Frame {
  const { endereco } = local;
  return {
    title,
    rows: [
      [
        field("NOME / RAZÃO SOCIAL", local.nome, 54),
        field("CNPJ / CPF", documentoOf(local), 23),
        field("INSCRIÇÃO ESTADUAL", local.ie, 23),
      ],
      [
        field("ENDEREÇO", writeLogradouro(endereco), 38),
        field("BAIRRO / DISTRITO", endereco.bairro, 18),
        field("MUNICÍPIO", writeCity(endereco), 18),
        field("UF", endereco.uf, 4, CENTER),
        field("CEP", formatCep(endereco.cep), 9),
        field("FONE / FAX", formatPhone(endereco.telefone), 13),
      ],
    ],
  };
}

export function transporteFrame({ transporte }: PrintedNfe): Frame {
  const { transportador, veiculo, modFrete, volumes } = transporte;
  return {
    title: "TRANSPORTADOR / VOLUMES TRANSPORTADOS",
    rows: [
      [
        field("NOME / RAZÃO SOCIAL", transportador?.nome ?? null, 34),
        field("FRETE", wordOf(modFrete, MOD_FRETE), 22),
        field("CÓDIGO ANTT", veiculo?.antt ?? null, 11),
        field("PLACA DO VEÍCULO", veiculo?.placa ?? null, 10, CENTER),
        field("UF", veiculo?.uf ?? null, 4, CENTER),
        field("CNPJ / CPF", transportador?.documento ? formatDocumento(transportador.documento) : null, 19),
      ],
      [
        field("ENDEREÇO", transportador?.endereco ?? null, 43),
        field("MUNICÍPIO", transportador?.municipio ?? null, 34),
        field("UF", transportador?.uf ?? null, 4, CENTER),
        field("INSCRIÇÃO ESTADUAL", transportador?.ie ?? null, 19),
      ],
      ...(volumes.length === 0 ? [null] : volumes.slice(0, FRAME_VOLUMES_MAX)).map(volumeRow),
    ],
  };
}

function volumeRow(volume: PrintedNfe["transporte"]["volumes"][number] | null): Field[] {
  const weight = (kg: string | null | undefined): string | null => (kg ? formatDecimal(kg, 3) : null);
  return [
    field("QUANTIDADE", volume?.quantidade ? formatDecimal(volume.quantidade) : null, 13),
    field("ESPÉCIE", volume?.especie ?? null, 19),
    field("MARCA", volume?.marca ?? null, 19),
    field("NUMERAÇÃO", volume?.numeracao ?? null, 19),
    field("PESO BRUTO (kg)", weight(volume?.pesoBruto), 15, RIGHT),
    field("PESO LÍQUIDO (kg)", weight(volume?.pesoLiquido), 15, RIGHT),
  ];
}

/** The ISSQN of the nota; null if it has none.
 * @param write an amount, or the text for a missing one */
export function issqnFrame(
  { totais: { issqn }, emitente }: PrintedNfe,
  write: (amount: string | null) => string = formatMoneyOrZero,
): Frame | null {
  if (!issqn) return null;
  const others: [string, string | null][] = [
    ["ISSQN RETIDO", issqn.retido],
    ["DEDUÇÕES", issqn.deducoes],
    ["OUTRAS RETENÇÕES", issqn.outras],
    ["DESC. INCONDICIONADO", issqn.descontoIncondicionado],
    ["DESC. CONDICIONADO", issqn.descontoCondicionado],
    ["PIS DOS SERVIÇOS", issqn.pis],
    ["COFINS DOS SERVIÇOS", issqn.cofins],
  ];
  const present = others.filter(([, amount]) => isPresent(amount));
  return {
    title: "CÁLCULO DO ISSQN",
    rows: [
      [
        field("INSCRIÇÃO MUNICIPAL", emitente.im, 1),
        field("VALOR TOTAL DOS SERVIÇOS", write(issqn.servicos), 1, RIGHT),
        field("BASE DE CÁLCULO DO ISSQN", write(issqn.base), 1, RIGHT),
        field("VALOR DO ISSQN", write(issqn.valor), 1, RIGHT),
      ],
      ...(present.length === 0
        ? []
        : [present.map(([title, amount]) => field(title, formatMoney(amount), 1, RIGHT))]),
    ],
  };
}

function documentoOf(pessoa: Pessoa | null): string | null {
  return pessoa?.documento ? formatDocumento(pessoa.documento) : null;
}

/** The city, and the country if it is abroad. */
function writeCity(endereco: Pessoa["endereco"] | null): string {
  const pais = endereco?.uf === "EX" ? endereco.pais : null;
  return joinWith(" - ", [endereco?.municipio, pais]);
}
