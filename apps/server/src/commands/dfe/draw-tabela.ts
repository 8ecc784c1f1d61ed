import { VEREDITO_ROTULO } from "@malote/contract";
import type { Leitura } from "@malote/dfe";
import { formatData, formatDocumento, formatTipoNota, formatValor, siglaOfModelo } from "@malote/syntax";
import { describeAchados } from "./describe-achados.ts";
import type { Linha } from "./to-linha.ts";

/**
 * Output format of the table. colunas: width in characters. cores: use colours.
 * inteiro: the last column may exceed the width, because a program reads the output.
 */
export type Folha = { colunas: number; cores: boolean; inteiro: boolean };

type Coluna = {
  titulo: string;
  largura: number;
  /** On a narrow terminal the highest value is dropped first; 0 is never dropped. */
  dispensa: number;
  /**
   * Never truncated, because a truncated value would be another value; the file name gets less space instead.
   */
  inteiro?: true;
  direita?: true;
  texto: (linha: Linha) => string;
};

const VAO = "  ";
const ARQUIVO_MIN = 18;
const NADA = "—";

const COLUNAS: readonly Coluna[] = [
  { titulo: "VEREDITO", largura: 19, dispensa: 0, texto: verdictOf },
  { titulo: "TIPO", largura: 8, dispensa: 1, texto: typeOf },
  { titulo: "NÚM./SÉRIE", largura: 11, dispensa: 2, inteiro: true, texto: numberOf },
  { titulo: "EMISSÃO", largura: 10, dispensa: 4, texto: dayOf },
  { titulo: "VALOR (R$)", largura: 12, dispensa: 3, inteiro: true, direita: true, texto: amountOf },
  { titulo: "EMITENTE OU ASSUNTO", largura: 20, dispensa: 5, texto: subjectOf },
];

const GREEN = 32;
const YELLOW = 33;
const RED = 31;
const DIM = 2;
const CORES: Readonly<Record<string, number>> = {
  autentica: GREEN,
  integra: GREEN,
  "sem-protocolo": YELLOW,
  "nao-autorizada": YELLOW,
  "assinatura-invalida": RED,
  suspeita: RED,
  ilegivel: RED,
};

/** Draws the header line. */
export function drawTitulos(folha: Folha): string {
  const cells = columnsOf(folha).map((coluna) => fit(coluna.titulo, coluna));
  return paint([...cells, "ARQUIVO"].join(VAO), DIM, folha);
}

/** Draws one row, and below it the findings that need attention. */
export function drawLinha(linha: Linha, folha: Folha): string {
  const colunas = columnsOf(folha);
  const cells = colunas.map((coluna) => fit(clean(coluna.texto(linha)), coluna));
  const room = Math.max(ARQUIVO_MIN / 2, folha.colunas - cells.join(VAO).length - VAO.length);
  const [veredito = "", ...rest] = cells;
  const arquivo = clean(linha.arquivo);
  const painted = paint(veredito, CORES[linha.veredito ?? ""] ?? DIM, folha);
  const row = [painted, ...rest, folha.inteiro ? arquivo : shorten(arquivo, room)].join(VAO);
  const notes = wrap(clean(describeAchados(linha)), folha.colunas - 2 * VAO.length);
  return [row, ...notes.map((note) => paint(`${VAO}${VAO}${note}`, DIM, folha))].join("\n");
}

function columnsOf({ colunas }: Folha): readonly Coluna[] {
  let kept = COLUNAS;
  for (let least = COLUNAS.length; least > 0 && widthOf(kept) > colunas; least -= 1) {
    kept = kept.filter(({ dispensa }) => dispensa < least);
  }
  return kept;
}

function widthOf(colunas: readonly Coluna[]): number {
  return colunas.reduce((sum, { largura }) => sum + largura + VAO.length, ARQUIVO_MIN);
}

function fit(text: string, { largura, inteiro, direita }: Coluna): string {
  const fitting = inteiro ? text : cut(text, largura);
  return direita ? fitting.padStart(largura) : fitting.padEnd(largura);
}

function cut(text: string, largura: number): string {
  return text.length <= largura ? text : `${text.slice(0, largura - 1).trimEnd()}…`;
}

/** Shortens a path to `room` characters: drops its folders first, then the middle of its name. */
function shorten(arquivo: string, room: number): string {
  if (arquivo.length <= room) return arquivo;
  const name = arquivo.slice(arquivo.search(/[^/\\]*$/));
  if (name.length + 2 <= room) return `…/${name}`;
  const half = Math.floor((room - 1) / 2);
  return `${name.slice(0, room - 1 - half)}…${name.slice(-half)}`;
}

function wrap(text: string, largura: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter((each) => each !== "")) {
    if (line !== "" && line.length + 1 + word.length > largura) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/**
 * Removes control and bidi characters: file names and notas
 * come from strangers and must not affect the terminal.
 */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

function paint(text: string, color: number, { cores }: Folha): string {
  return cores ? `\u001b[${color}m${text}\u001b[0m` : text;
}

function verdictOf({ veredito, leitura }: Linha): string {
  if (veredito !== null) return VEREDITO_ROTULO[veredito];
  return leitura === "recusa" ? "Não lido" : NADA;
}

function typeOf({ leitura, tipoNota, tipo, modelo }: Linha): string {
  const sigla = modelo === null ? null : siglaOfModelo(modelo);
  return TIPOS[leitura] ?? (tipoNota === null ? (sigla ?? tipo ?? NADA) : formatTipoNota(tipoNota));
}

const TIPOS: Readonly<Partial<Record<Linha["leitura"], string>>> = {
  evento: "Evento",
  resumo: "Resumo",
  lote: "Lote",
  mensagem: "Mensagem",
  pacote: "ZIP",
  "nao-dfe": NADA,
};

function numberOf({ numeroNota, serieNota }: Linha): string {
  return numeroNota === null ? "" : `${numeroNota}/${serieNota ?? ""}`;
}

function dayOf({ dataEmissao, dataEvento }: Linha): string {
  const instant = dataEmissao ?? dataEvento;
  return instant === null ? "" : formatData(instant.slice(0, "yyyy-MM-dd".length));
}

function amountOf({ valorTotal }: Linha): string {
  return valorTotal === null ? "" : formatValor(valorTotal);
}

function subjectOf(linha: Linha): string {
  const { emitente, tpEvento, descEvento, leitura, motivo } = linha;
  if (emitente) return emitente.nome ?? formatDocumento(emitente.cnpjCpf ?? "");
  if (tpEvento !== null) return descEvento ?? `Evento ${tpEvento}`;
  if (leitura === "nao-dfe") return NAO_DFE[motivo ?? ""] ?? "";
  return ASSUNTOS[leitura] ?? "";
}

const ASSUNTOS: Readonly<Partial<Record<Linha["leitura"], string>>> = {
  pacote: "arquivo compactado",
  lote: "vários documentos",
  mensagem: "serviço da SEFAZ",
  "outro-dfe": "guardado, não lido",
};

const NAO_DFE: Readonly<Record<string, string>> = {
  vazio: "vazio",
  "nao-xml": "não é XML",
  html: "página HTML",
  "xml-alheio": "XML que não é DF-e",
} satisfies Record<Extract<Leitura, { kind: "nao-dfe" }>["motivo"], string>;
