import type { PapelNfe } from "@malote/dfe";
import { formatDecimal, formatDocumento } from "@malote/syntax";
import { wordOf } from "../blocos/escrita.ts";
import type { Campo } from "../folha/caixa.ts";
import {
  formatCep,
  formatDiaPapel,
  formatDinheiro,
  formatFone,
  formatHoraPapel,
} from "../folha/formatos-papel.ts";
import type { autorizacaoOf } from "./autorizacao.ts";
import { formatDinheiroOuZero, isPresent, joinWith, writeLogradouro } from "./formatos.ts";
import { MOD_FRETE } from "./texts.ts";

/** A block of a DANFE: its title and its rows of fields. */
export type Quadro = { titulo: string | null; faixas: (readonly Campo[])[] };

type Pessoa = PapelNfe["emitente"];

/** Volumes with their own line in the block; the others are listed in the dados adicionais. */
export const VOLUMES_NO_QUADRO = 3;
/** Font size of the content of a box, in points. */
export const CORPO = 10;
const CENTRO: Partial<Campo> = { alinha: "centro" };
const DIREITA: Partial<Campo> = { alinha: "direita" };

function campo(titulo: string, texto: string | null, peso: number, extra: Partial<Campo> = {}): Campo {
  return { titulo, texto, peso, corpo: CORPO, ...extra };
}

/** The block below the head of every page. */
export function quadroNatureza(papel: PapelNfe, autorizacao: ReturnType<typeof autorizacaoOf>): Quadro {
  const { emitente } = papel;
  const { titulo, texto } = autorizacao;
  const hasIm = emitente.im !== null;
  return {
    titulo: null,
    faixas: [
      [
        campo("NATUREZA DA OPERAÇÃO", papel.naturezaOperacao, 58),
        campo(titulo, texto, 42, { ...CENTRO, fonte: "negrito" }),
      ],
      [
        campo("INSCRIÇÃO ESTADUAL", emitente.ie, 25),
        ...(hasIm ? [campo("INSCRIÇÃO MUNICIPAL", emitente.im, 20)] : []),
        campo("INSCRIÇÃO ESTADUAL DO SUBST. TRIBUTÁRIO", emitente.ieSt, hasIm ? 27 : 33),
        campo("CNPJ / CPF", documentoOf(emitente), hasIm ? 28 : 42),
      ],
    ],
  };
}

export function quadroDestinatario(papel: PapelNfe): Quadro {
  const { destinatario, emissao, saida } = papel;
  const endereco = destinatario?.endereco ?? null;
  return {
    titulo: "DESTINATÁRIO / REMETENTE",
    faixas: [
      [
        campo("NOME / RAZÃO SOCIAL", destinatario?.nome ?? null, 61),
        campo("CNPJ / CPF", documentoOf(destinatario), 23),
        campo("DATA DA EMISSÃO", formatDiaPapel(emissao), 16, CENTRO),
      ],
      [
        campo("ENDEREÇO", endereco && writeLogradouro(endereco), 47),
        campo("BAIRRO / DISTRITO", endereco?.bairro ?? null, 25),
        campo("CEP", formatCep(endereco?.cep), 12),
        campo("DATA DA SAÍDA / ENTRADA", formatDiaPapel(saida), 16, CENTRO),
      ],
      [
        campo("MUNICÍPIO", writeCidade(endereco), 38),
        campo("UF", endereco?.uf ?? null, 5, CENTRO),
        campo("FONE / FAX", formatFone(endereco?.telefone), 18),
        campo("INSCRIÇÃO ESTADUAL", destinatario?.ie ?? null, 23),
        campo("HORA DA SAÍDA / ENTRADA", formatHoraPapel(saida), 16, CENTRO),
      ],
    ],
  };
}

/** The place of retirada or entrega, if it is not the issuer's or the recipient's. */
export function quadroLocal(titulo: string, local: Pessoa): Quadro {
  const { endereco } = local;
  return {
    titulo,
    faixas: [
      [
        campo("NOME / RAZÃO SOCIAL", local.nome, 54),
        campo("CNPJ / CPF", documentoOf(local), 23),
        campo("INSCRIÇÃO ESTADUAL", local.ie, 23),
      ],
      [
        campo("ENDEREÇO", writeLogradouro(endereco), 38),
        campo("BAIRRO / DISTRITO", endereco.bairro, 18),
        campo("MUNICÍPIO", writeCidade(endereco), 18),
        campo("UF", endereco.uf, 4, CENTRO),
        campo("CEP", formatCep(endereco.cep), 9),
        campo("FONE / FAX", formatFone(endereco.telefone), 13),
      ],
    ],
  };
}

export function quadroTransporte({ transporte }: PapelNfe): Quadro {
  const { transportador, veiculo, modFrete, volumes } = transporte;
  return {
    titulo: "TRANSPORTADOR / VOLUMES TRANSPORTADOS",
    faixas: [
      [
        campo("NOME / RAZÃO SOCIAL", transportador?.nome ?? null, 34),
        campo("FRETE", wordOf(modFrete, MOD_FRETE), 22),
        campo("CÓDIGO ANTT", veiculo?.antt ?? null, 11),
        campo("PLACA DO VEÍCULO", veiculo?.placa ?? null, 10, CENTRO),
        campo("UF", veiculo?.uf ?? null, 4, CENTRO),
        campo("CNPJ / CPF", transportador?.documento ? formatDocumento(transportador.documento) : null, 19),
      ],
      [
        campo("ENDEREÇO", transportador?.endereco ?? null, 43),
        campo("MUNICÍPIO", transportador?.municipio ?? null, 34),
        campo("UF", transportador?.uf ?? null, 4, CENTRO),
        campo("INSCRIÇÃO ESTADUAL", transportador?.ie ?? null, 19),
      ],
      ...(volumes.length === 0 ? [null] : volumes.slice(0, VOLUMES_NO_QUADRO)).map(faixaVolume),
    ],
  };
}

function faixaVolume(volume: PapelNfe["transporte"]["volumes"][number] | null): Campo[] {
  const peso = (kg: string | null | undefined): string | null => (kg ? formatDecimal(kg, 3) : null);
  return [
    campo("QUANTIDADE", volume?.quantidade ? formatDecimal(volume.quantidade) : null, 13),
    campo("ESPÉCIE", volume?.especie ?? null, 19),
    campo("MARCA", volume?.marca ?? null, 19),
    campo("NUMERAÇÃO", volume?.numeracao ?? null, 19),
    campo("PESO BRUTO (kg)", peso(volume?.pesoBruto), 15, DIREITA),
    campo("PESO LÍQUIDO (kg)", peso(volume?.pesoLiquido), 15, DIREITA),
  ];
}

/** The ISSQN of the nota; null if it has none.
 * @param write an amount, or the text for a missing one */
export function quadroIssqn(
  { totais: { issqn }, emitente }: PapelNfe,
  write: (valor: string | null) => string = formatDinheiroOuZero,
): Quadro | null {
  if (!issqn) return null;
  const outros: [string, string | null][] = [
    ["ISSQN RETIDO", issqn.retido],
    ["DEDUÇÕES", issqn.deducoes],
    ["OUTRAS RETENÇÕES", issqn.outras],
    ["DESC. INCONDICIONADO", issqn.descontoIncondicionado],
    ["DESC. CONDICIONADO", issqn.descontoCondicionado],
    ["PIS DOS SERVIÇOS", issqn.pis],
    ["COFINS DOS SERVIÇOS", issqn.cofins],
  ];
  const present = outros.filter(([, valor]) => isPresent(valor));
  return {
    titulo: "CÁLCULO DO ISSQN",
    faixas: [
      [
        campo("INSCRIÇÃO MUNICIPAL", emitente.im, 1),
        campo("VALOR TOTAL DOS SERVIÇOS", write(issqn.servicos), 1, DIREITA),
        campo("BASE DE CÁLCULO DO ISSQN", write(issqn.base), 1, DIREITA),
        campo("VALOR DO ISSQN", write(issqn.valor), 1, DIREITA),
      ],
      ...(present.length === 0
        ? []
        : [present.map(([titulo, valor]) => campo(titulo, formatDinheiro(valor), 1, DIREITA))]),
    ],
  };
}

function documentoOf(pessoa: Pessoa | null): string | null {
  return pessoa?.documento ? formatDocumento(pessoa.documento) : null;
}

/** The city, and the country if it is abroad. */
function writeCidade(endereco: Pessoa["endereco"] | null): string {
  const pais = endereco?.uf === "EX" ? endereco.pais : null;
  return joinWith(" - ", [endereco?.municipio, pais]);
}
