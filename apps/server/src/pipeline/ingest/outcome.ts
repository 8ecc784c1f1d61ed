import type { Reason } from "@malote/contract";
import type { NonDfeReason, Reading, UnreadableReason } from "@malote/dfe";
import { describeModelo } from "@malote/syntax";
import type { PartOutcome } from "../../services/documento/veredito.rules.ts";
import { type EmailPart, outcome } from "./email-part.ts";

const UNREADABLE_REASONS: Record<UnreadableReason, Reason> = {
  malformado: "xml-mal-formado",
  dtd: "xml-com-dtd",
  versao: "xml-de-outra-versao",
  codificacao: "xml-codificacao",
  "grande-demais": "xml-grande-demais",
  "profundo-demais": "xml-fundo-demais",
  "varias-raizes": "xml-mal-formado",
  estrutura: "xml-montado",
  "campo-ausente": "xml-sem-campos",
  "campo-invalido": "xml-sem-campos",
};

const NOT_DFE_REASONS: Record<Exclude<NonDfeReason, "nao-xml">, Reason> = {
  vazio: "vazio",
  html: "tipo-sem-leitura",
  "xml-alheio": "xml-nao-dfe",
};

type WithoutDocument = Exclude<Reading, { kind: "nota" | "evento" | "lote" }>;

/** The outcome of a file without a nota or evento, in terms of what its sender meant it to be. */
export function outcomeOfReading(reading: WithoutDocument, part: EmailPart): PartOutcome {
  if (reading.kind === "outro-dfe") return outcome("outro-dfe", "outro-dfe", nameOf(reading));
  if (reading.kind === "resumo") return outcome("nao-dfe", "resumo-sefaz", reading.raiz);
  if (reading.kind === "mensagem") return outcome("nao-dfe", "xml-resposta-sefaz", reading.raiz);
  if (isMacMetadata(part)) return outcome("nao-dfe", "arquivo-do-mac");
  if (reading.kind === "ilegivel")
    return outcome("erro", UNREADABLE_REASONS[reading.motivo], reading.detalhe);
  if (reading.motivo !== "nao-xml") return outcome("nao-dfe", NOT_DFE_REASONS[reading.motivo]);
  if (claimsXml(part)) return outcome("erro", "xml-mal-formado");
  return outcome("nao-dfe", reasonOfFile(part));
}

/** The name of an unsupported document: by its model, else by its root. */
function nameOf({ modelo, raiz }: { modelo: string | null; raiz: string | null }): string | null {
  return (modelo && describeModelo(modelo)) ?? raiz;
}

/** AppleDouble: metadata that macOS packs as `__MACOSX/._nota.xml`. @source RFC 1740, appendix B */
const APPLE_DOUBLE = "\x00\x05\x16\x07";
/** Folder metadata of macOS. */
const DS_STORE = "\x00\x00\x00\x01Bud1";

// By its bytes: a document may have such a name.
function isMacMetadata(part: EmailPart): boolean {
  return startsWithAny(part, [APPLE_DOUBLE, DS_STORE]);
}

// A file named or typed as XML that is not XML is the supplier's error, not a harmless picture.
function claimsXml(part: EmailPart): boolean {
  return /\.xml$/i.test(part.nome ?? "") || /^(?:application|text)\/xml\b/.test(part.tipo);
}

function reasonOfFile(part: EmailPart): Reason {
  if (startsWithAny(part, ["%PDF-"])) return "pdf";
  if (part.embutida) return "imagem-do-corpo";
  return part.tipo.startsWith("image/") ? "imagem" : "tipo-sem-leitura";
}

function startsWithAny(part: EmailPart, magics: readonly string[]): boolean {
  const head = Buffer.from(part.bytes.subarray(0, 8)).toString("latin1");
  return magics.some((magic) => head.startsWith(magic));
}
