import type { PapelNfe } from "@malote/dfe";
import { formatDocumento } from "@malote/syntax";
import { wordOf } from "../blocos/escrita.ts";
import { type Campo, drawCaixa, drawFaixa } from "../folha/caixa.ts";
import { drawBarcode } from "../folha/codigos.ts";
import { Folhas } from "../folha/folha.ts";
import {
  formatCep,
  formatDinheiro,
  formatInstantePapel,
  formatNumeroPapel,
  formatSeriePapel,
} from "../folha/formatos-papel.ts";
import { drawMarcaDagua } from "../folha/marcas.ts";
import type { Impresso } from "../impressao.ts";
import type { Pagina } from "../pdf/pagina.ts";
import { contingenciaOf } from "./adicionais.ts";
import { autorizacaoOf, marcaEstreita } from "./autorizacao.ts";
import type { Danfe } from "./draw-a4.ts";
import { joinWith, writeBlocos, writeLogradouro } from "./formatos.ts";
import { identificacaoOf } from "./identificacao.ts";
import { ETIQUETA, OPERACOES } from "./texts.ts";

/** The width of the label follows its bars: 115 mm and margins for a key with letters. */
const LARGURA = 100;
const LARGURA_COM_LETRAS = 123;
const MARGEM = 3;
const ALTURA_BARRAS = 15;
const ALTURA_FAIXA = 8.4;
const ALTURA_NOME = 11.5;

type Faixa = { altura: number; campos: readonly Campo[] };

/** Draws a DANFE simplificado: a parcel label, on one page of its own size.   @source NT 2020.004 v1.10 */
export function drawEtiqueta({ papel, situacao }: Danfe): Impresso {
  const largura = /[A-Z]/.test(papel.chave ?? "") ? LARGURA_COM_LETRAS : LARGURA;
  const autorizacao = autorizacaoOf(papel, situacao);
  const { titulo, texto } = autorizacao;
  const faixas = faixasOf(papel, campo(titulo, texto, { fonte: "negrito", alinha: "centro" }));
  const head = 8 + ALTURA_BARRAS + 2;
  const altura = 2 * MARGEM + head + faixas.reduce((sum, faixa) => sum + faixa.altura, 0);
  const folhas = new Folhas();
  const pagina = folhas.add({ largura, altura });
  drawTopo(pagina, papel);
  let y = MARGEM + head;
  for (const faixa of faixas) {
    drawFaixa(pagina, { x: MARGEM, y, largura: largura - 2 * MARGEM, altura: faixa.altura }, faixa.campos);
    y += faixa.altura;
  }
  const marca = marcaEstreita(autorizacao);
  if (marca !== null) drawMarcaDagua(pagina, marca);
  return folhas.finish(identificacaoOf(papel));
}

function drawTopo(pagina: Pagina, { chave }: PapelNfe): void {
  const area = { x: MARGEM, y: MARGEM, largura: pagina.largura - 2 * MARGEM, altura: 8 };
  drawCaixa(pagina, area, {
    texto: ETIQUETA,
    corpo: 13,
    fonte: "negrito",
    alinha: "centro",
    vertical: "meio",
  });
  if (chave) drawBarcode(pagina, { ...area, y: area.y + 9, altura: ALTURA_BARRAS }, chave);
}

function faixasOf(papel: PapelNfe, protocolo: Campo): Faixa[] {
  const { chave, emitente, destinatario } = papel;
  const contingencia = contingenciaOf(papel);
  const tipo = wordOf(papel.tipoOperacao, OPERACOES);
  const endereco = destinatario?.endereco ?? null;
  return [
    faixa(
      campo("CHAVE DE ACESSO", chave ? writeBlocos(chave) : null, { fonte: "negrito", alinha: "centro" }),
    ),
    faixa(protocolo),
    ...(contingencia === ""
      ? []
      : [{ altura: ALTURA_NOME, campos: [campo("CONTINGÊNCIA", contingencia, {})] }]),
    nome("EMITENTE", emitente.nome),
    faixa(...documentosOf(emitente)),
    faixa(
      campo("TIPO DE OPERAÇÃO", tipo, { peso: 22 }),
      campo("SÉRIE", formatSeriePapel(papel.serie), { peso: 14 }),
      campo("NÚMERO", formatNumeroPapel(papel.numero), { peso: 26, fonte: "negrito" }),
      campo("DATA DE EMISSÃO", formatInstantePapel(papel.emissao), { peso: 38 }),
    ),
    nome("DESTINATÁRIO", destinatario?.nome ?? null),
    ...(destinatario ? [faixa(...documentosOf(destinatario))] : []),
    nome(
      "ENDEREÇO DO DESTINATÁRIO",
      endereco &&
        joinWith(" - ", [
          joinWith(", ", [writeLogradouro(endereco), endereco.bairro]),
          joinWith(" ", [formatCep(endereco.cep), endereco.municipio]),
        ]),
    ),
    faixa(campo("VALOR TOTAL DA NF-e", `R$ ${formatDinheiro(papel.totais.nota)}`, { fonte: "negrito" })),
  ];
}

function documentosOf({ documento, ie, endereco }: PapelNfe["emitente"]): Campo[] {
  return [
    campo("CNPJ / CPF", documento && formatDocumento(documento), { peso: 46 }),
    campo("INSCRIÇÃO ESTADUAL", ie, { peso: 40 }),
    campo("UF", endereco.uf, { peso: 14, alinha: "centro" }),
  ];
}

function faixa(...campos: Campo[]): Faixa {
  return { altura: ALTURA_FAIXA, campos };
}

/** A name or address, on up to two lines. */
function nome(titulo: string, texto: string | null): Faixa {
  return { altura: ALTURA_NOME, campos: [campo(titulo, texto, { vertical: "base", corpo: 9.5 })] };
}

/** @source NT 2020.004: titles in bold capitals, no text under 6 points */
function campo(titulo: string, texto: string | null, extra: Partial<Campo>): Campo {
  return { titulo, texto, corpo: 10, corpoMinimo: 6, corpoTitulo: 6, isTituloNegrito: true, ...extra };
}
