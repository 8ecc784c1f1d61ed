import { COMPANHIAS } from "./companhia/companhia.ts";
import { NOMES } from "./correio/nomes.ts";
import { HABITOS } from "./correio/remetentes.ts";
import { CODIFICACOES, TIPOS } from "./correio/transportes.ts";
import { DOCUMENTOS } from "./documentos/especies.ts";
import { ACIDENTES } from "./mensagem/acidentes.ts";
import { ENVELOPES } from "./mensagem/envelopes.ts";
import { SEM_DFE } from "./mensagem/sem-dfe.ts";
import type { Mesa } from "./mesa.ts";
import { PACOTES } from "./pacotes/pacotes.ts";
import { CODIFICACOES_XML } from "./xml/codificacoes.ts";
import { DANOS_XML } from "./xml/danos.ts";

/** The independent properties of a message; each is the name of a row in its table. */
export type Tracos = {
  documentos: string;
  xml: string;
  dano: string;
  pacote: string;
  tipo: string;
  codificacao: string;
  nome: string;
  companhia: readonly string[];
  remetente: string;
  envelope: string;
  acidente: string;
};

/** A kind of message: its fixed properties; the others are drawn. */
export type Especie = { nome: string; fixos: Partial<Tracos> } | { nome: string; semDfe: string };

const keys = (table: object): string[] => Object.keys(table);
const others = (table: object, ...usual: string[]): string[] =>
  keys(table).filter((key) => !usual.includes(key));

/** Damage is applied to a plain XML, so that it is the only difficulty. */
const PURO = { xml: "utf-8", pacote: "solto", envelope: "nenhum", acidente: "nenhum" } as const;
const UM_SO = ["nfe", "nfce", "cte", "cte-os", "mdfe", "evento-cancelamento", "evento-carta-de-correcao"];
const COM_HTML = keys(HABITOS).filter((nome) => HABITOS[nome]?.corpos !== "texto");

/** Properties with which documents stay readable in the raw bytes of a message with broken structure. */
const LEGIVEL = { ...PURO, codificacao: "8bit" } as const;

/** All kinds, by name. */
export const ESPECIES: readonly Especie[] = [
  ...fix("documento", keys(DOCUMENTOS), (documentos) => ({ documentos })),
  ...fix("xml", keys(CODIFICACOES_XML), (xml) => ({ xml })),
  ...fix("dano", others(DANOS_XML, "nenhum"), (dano) => ({ ...PURO, dano, codificacao: "base64" })),
  ...fix("pacote", others(PACOTES, "solto"), (pacote) => ({ pacote })),
  ...fix("tipo", keys(TIPOS), (tipo) => ({ tipo, pacote: "solto" })),
  ...fix("codificacao", keys(CODIFICACOES), (codificacao) => ({
    codificacao,
    xml: codificacao === "7bit" ? "ascii-com-referencias" : "utf-8",
    pacote: "solto",
  })),
  ...fix("nome", keys(NOMES), (nome) => ({ nome, pacote: "solto" })),
  ...fix("companhia", keys(COMPANHIAS), (companhia) => ({ companhia: [companhia] })),
  ...fix("remetente", keys(HABITOS), (remetente) => ({ remetente })),
  ...fix("envelope", others(ENVELOPES, "nenhum"), (envelope) => ({ ...fixosOf(envelope), envelope })),
  ...fix("acidente", others(ACIDENTES, "nenhum"), (acidente) => ({
    ...(acidente.endsWith("em-texto") ? LEGIVEL : { envelope: "nenhum" }),
    acidente,
  })),
  ...fix("texto-que-e-o-xml", ["quoted-printable", "8bit"], (codificacao) => ({
    ...PURO,
    tipo: "text-plain",
    nome: "nada",
    codificacao,
  })),
  ...keys(SEM_DFE).map((semDfe) => ({ nome: `sem-dfe-${semDfe}`, semDfe })),
];

function fix(tema: string, names: readonly string[], fixos: (nome: string) => Partial<Tracos>): Especie[] {
  return names.map((nome) => ({ nome: `${tema}-${nome}`, fixos: fixos(nome) }));
}

/** Properties that an envelope requires: only an unpacked XML can be pasted into a text. */
function fixosOf(envelope: string): Partial<Tracos> {
  if (envelope.startsWith("corpo")) return { ...PURO, companhia: [] };
  return envelope.startsWith("colada") ? { ...PURO, nome: "nos-dois" } : {};
}

const XML_COMUM = ["utf-8", "utf-8", "utf-8", "iso-8859-1", "sem-declaracao"];
const PACOTE_COMUM = ["solto", "solto", "solto", "solto", "zip"];
const TIPO_COMUM = ["tipo-certo", "text-xml", "application-xml", "octet-stream"];
const CODIFICACAO_COMUM = ["base64", "base64", "quoted-printable", "8bit"];
const NOME_COMUM = ["nos-dois", "nos-dois", "so-na-disposicao", "so-no-tipo", "rfc2047-base64", "rfc2231"];
const ENVELOPE_COMUM = [
  ...Array<string>(12).fill("nenhum"),
  "encaminhada",
  "encaminhada-2-vezes",
  "assinada-p7s",
];

/** Draws the properties that a kind does not fix. */
export function drawTracos(
  { fixos, nome }: { nome: string; fixos: Partial<Tracos> },
  { sorteio }: Mesa,
): Tracos {
  const dano = fixos.dano ?? "nenhum";
  const one = dano !== "nenhum" || nome.includes("colada") || nome.includes("corpo-que-e");
  const drawn: Tracos = {
    documentos: sorteio.pick(one ? UM_SO : ["nfe", "nfe", "nfe", "nfe", ...keys(DOCUMENTOS)]),
    xml: sorteio.pick(XML_COMUM),
    dano,
    pacote: sorteio.pick(PACOTE_COMUM),
    tipo: sorteio.pick(TIPO_COMUM),
    codificacao: sorteio.pick(CODIFICACAO_COMUM),
    nome: sorteio.pick(NOME_COMUM),
    companhia: drawCompanhia(sorteio),
    remetente: sorteio.pick(fixos.envelope === "colada-em-html" ? COM_HTML : keys(HABITOS)),
    envelope: sorteio.pick(ENVELOPE_COMUM),
    acidente: "nenhum",
  };
  return { ...drawn, ...fixos };
}

function drawCompanhia(sorteio: Mesa["sorteio"]): string[] {
  const danfe = sorteio.integer(1, 3) > 1 ? ["danfe"] : [];
  const more = Array.from({ length: sorteio.integer(0, 2) }, () => sorteio.pick(keys(COMPANHIAS)));
  return [...new Set([...danfe, ...more])];
}
