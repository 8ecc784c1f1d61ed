import type { Motivo } from "@malote/contract";
import type { Leitura, MotivoIlegivel, MotivoNaoDfe } from "@malote/dfe";
import { describeModelo } from "@malote/syntax";
import type { Sorte } from "../services/documento/merito.rules.ts";
import { type Parte, sorte } from "./arquivo.ts";

const ILEGIVEL: Record<MotivoIlegivel, Motivo> = {
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

const NAO_DFE: Record<Exclude<MotivoNaoDfe, "nao-xml">, Motivo> = {
  vazio: "vazio",
  html: "tipo-sem-leitura",
  "xml-alheio": "xml-nao-dfe",
};

type SemDocumento = Exclude<Leitura, { kind: "nota" | "evento" | "lote" }>;

/** The outcome of a file without a nota or evento, in terms of what its sender meant it to be. */
export function sorteOfLeitura(leitura: SemDocumento, parte: Parte): Sorte {
  if (leitura.kind === "outro-dfe") return sorte("outro-dfe", "outro-dfe", nomeOf(leitura));
  if (leitura.kind === "resumo") return sorte("nao-dfe", "resumo-sefaz", leitura.raiz);
  if (leitura.kind === "mensagem") return sorte("nao-dfe", "xml-resposta-sefaz", leitura.raiz);
  if (isMacSobra(parte)) return sorte("nao-dfe", "arquivo-do-mac");
  if (leitura.kind === "ilegivel") return sorte("erro", ILEGIVEL[leitura.motivo], leitura.detalhe);
  if (leitura.motivo !== "nao-xml") return sorte("nao-dfe", NAO_DFE[leitura.motivo]);
  if (claimsXml(parte)) return sorte("erro", "xml-mal-formado");
  return sorte("nao-dfe", motivoOfFile(parte));
}

/** The name of an unsupported document: by its model, else by its root. */
function nomeOf({ modelo, raiz }: { modelo: string | null; raiz: string | null }): string | null {
  return (modelo && describeModelo(modelo)) ?? raiz;
}

/** AppleDouble: metadata that macOS packs as `__MACOSX/._nota.xml`. @source RFC 1740, appendix B */
const APPLE_DOUBLE = "\x00\x05\x16\x07";
/** Folder metadata of macOS. */
const DS_STORE = "\x00\x00\x00\x01Bud1";

// By its bytes: a document may have such a name.
function isMacSobra(parte: Parte): boolean {
  return startsWithAny(parte, [APPLE_DOUBLE, DS_STORE]);
}

// A file named or typed as XML that is not XML is the supplier's error, not a harmless picture.
function claimsXml(parte: Parte): boolean {
  return /\.xml$/i.test(parte.nome ?? "") || /^(?:application|text)\/xml\b/.test(parte.tipo);
}

function motivoOfFile(parte: Parte): Motivo {
  if (startsWithAny(parte, ["%PDF-"])) return "pdf";
  if (parte.embutida) return "imagem-do-corpo";
  return parte.tipo.startsWith("image/") ? "imagem" : "tipo-sem-leitura";
}

function startsWithAny(parte: Parte, magics: readonly string[]): boolean {
  const head = Buffer.from(parte.bytes.subarray(0, 8)).toString("latin1");
  return magics.some((magic) => head.startsWith(magic));
}
