import { COMPANION_FILES } from "./companions/companion-files.ts";
import { DOCUMENT_KINDS } from "./documents/document-kinds.ts";
import { MAIL_PROGRAMS } from "./mail/mail-programs.ts";
import { NAME_STYLES } from "./mail/name-styles.ts";
import { CONTENT_TYPES, TRANSFER_ENCODINGS } from "./mail/transfer-styles.ts";
import { ENVELOPES } from "./message/envelopes.ts";
import { MESSAGE_DAMAGES } from "./message/message-damages.ts";
import { NON_DFE_SAMPLES } from "./message/without-dfe.ts";
import { PACKAGES } from "./packages/packages.ts";
import type { SampleContext } from "./sample-context.ts";
import { XML_DAMAGES } from "./xml/xml-damages.ts";
import { XML_ENCODINGS } from "./xml/xml-encodings.ts";

/** The independent properties of a message; each is the name of a row in its table. */
export type SampleTraits = {
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
export type SampleKind = { nome: string; fixos: Partial<SampleTraits> } | { nome: string; semDfe: string };

const keys = (table: object): string[] => Object.keys(table);
const others = (table: object, ...usual: string[]): string[] =>
  keys(table).filter((key) => !usual.includes(key));

/** Damage is applied to a plain XML, so that it is the only difficulty. */
const PLAIN = { xml: "utf-8", pacote: "solto", envelope: "nenhum", acidente: "nenhum" } as const;
const SINGLE_DOCUMENTS = [
  "nfe",
  "nfce",
  "cte",
  "cte-os",
  "mdfe",
  "evento-cancelamento",
  "evento-carta-de-correcao",
];
const HTML_PROGRAMS = keys(MAIL_PROGRAMS).filter((nome) => MAIL_PROGRAMS[nome]?.bodies !== "texto");

/** Properties with which documents stay readable in the raw bytes of a message with broken structure. */
const READABLE = { ...PLAIN, codificacao: "8bit" } as const;

/** All kinds, by name. */
export const SAMPLE_KINDS: readonly SampleKind[] = [
  ...fix("documento", keys(DOCUMENT_KINDS), (documentos) => ({ documentos })),
  ...fix("xml", keys(XML_ENCODINGS), (xml) => ({ xml })),
  ...fix("dano", others(XML_DAMAGES, "nenhum"), (dano) => ({ ...PLAIN, dano, codificacao: "base64" })),
  ...fix("pacote", others(PACKAGES, "solto"), (pacote) => ({ pacote })),
  ...fix("tipo", keys(CONTENT_TYPES), (tipo) => ({ tipo, pacote: "solto" })),
  ...fix("codificacao", keys(TRANSFER_ENCODINGS), (codificacao) => ({
    codificacao,
    xml: codificacao === "7bit" ? "ascii-com-referencias" : "utf-8",
    pacote: "solto",
  })),
  ...fix("nome", keys(NAME_STYLES), (nome) => ({ nome, pacote: "solto" })),
  ...fix("companhia", keys(COMPANION_FILES), (companhia) => ({ companhia: [companhia] })),
  ...fix("remetente", keys(MAIL_PROGRAMS), (remetente) => ({ remetente })),
  ...fix("envelope", others(ENVELOPES, "nenhum"), (envelope) => ({ ...fixedFor(envelope), envelope })),
  ...fix("acidente", others(MESSAGE_DAMAGES, "nenhum"), (acidente) => ({
    ...(acidente.endsWith("em-texto") ? READABLE : { envelope: "nenhum" }),
    acidente,
  })),
  ...fix("texto-que-e-o-xml", ["quoted-printable", "8bit"], (codificacao) => ({
    ...PLAIN,
    tipo: "text-plain",
    nome: "nada",
    codificacao,
  })),
  ...keys(NON_DFE_SAMPLES).map((semDfe) => ({ nome: `sem-dfe-${semDfe}`, semDfe })),
];

function fix(
  topic: string,
  names: readonly string[],
  fixed: (nome: string) => Partial<SampleTraits>,
): SampleKind[] {
  return names.map((nome) => ({ nome: `${topic}-${nome}`, fixos: fixed(nome) }));
}

/** Properties that an envelope requires: only an unpacked XML can be pasted into a text. */
function fixedFor(envelope: string): Partial<SampleTraits> {
  if (envelope.startsWith("corpo")) return { ...PLAIN, companhia: [] };
  return envelope.startsWith("colada") ? { ...PLAIN, nome: "nos-dois" } : {};
}

const USUAL_XML = ["utf-8", "utf-8", "utf-8", "iso-8859-1", "sem-declaracao"];
const USUAL_PACKAGES = ["solto", "solto", "solto", "solto", "zip"];
const USUAL_TYPES = ["tipo-certo", "text-xml", "application-xml", "octet-stream"];
const USUAL_ENCODINGS = ["base64", "base64", "quoted-printable", "8bit"];
const USUAL_NAMES = ["nos-dois", "nos-dois", "so-na-disposicao", "so-no-tipo", "rfc2047-base64", "rfc2231"];
const USUAL_ENVELOPES = [
  ...Array<string>(12).fill("nenhum"),
  "encaminhada",
  "encaminhada-2-vezes",
  "assinada-p7s",
];

/** Draws the properties that a kind does not fix. */
export function drawTraits(
  { fixos: fixed, nome }: { nome: string; fixos: Partial<SampleTraits> },
  { random }: SampleContext,
): SampleTraits {
  const dano = fixed.dano ?? "nenhum";
  const one = dano !== "nenhum" || nome.includes("colada") || nome.includes("corpo-que-e");
  const drawn: SampleTraits = {
    documentos: random.pick(one ? SINGLE_DOCUMENTS : ["nfe", "nfe", "nfe", "nfe", ...keys(DOCUMENT_KINDS)]),
    xml: random.pick(USUAL_XML),
    dano,
    pacote: random.pick(USUAL_PACKAGES),
    tipo: random.pick(USUAL_TYPES),
    codificacao: random.pick(USUAL_ENCODINGS),
    nome: random.pick(USUAL_NAMES),
    companhia: drawCompanions(random),
    remetente: random.pick(fixed.envelope === "colada-em-html" ? HTML_PROGRAMS : keys(MAIL_PROGRAMS)),
    envelope: random.pick(USUAL_ENVELOPES),
    acidente: "nenhum",
  };
  return { ...drawn, ...fixed };
}

function drawCompanions(random: SampleContext["random"]): string[] {
  const danfe = random.integer(1, 3) > 1 ? ["danfe"] : [];
  const more = Array.from({ length: random.integer(0, 2) }, () => random.pick(keys(COMPANION_FILES)));
  return [...new Set([...danfe, ...more])];
}
