import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import type { ParsedEvento } from "./parsed-evento.ts";

/** The official schema packages; SEFAZ publishes them, the repository does not include them. */
const SCHEMAS_FOLDER = path.resolve(import.meta.dirname, "../../../../../../shared/schemas");
const SCHEMA_PACKAGES = { nfe: "nfe-PL_010_V1.30", cte: "cte-PL_CTe_400_RTC" } as const;
const CTE: Readonly<Record<string, string>> = {
  "610110": "evPrestDesacordo_v4.00.xsd",
  "610111": "evCancPrestDesacordo_v4.00.xsd",
};

type SchemaFamily = keyof typeof SCHEMA_PACKAGES;

const validators = new Map<string, XsdValidator>();
let registered = false;

/**
 * Whether an evento and its detail are valid by the official schemas; null when the schemas are
 * unavailable.
 */
export function isValidBySchema(evento: ParsedEvento, familia: SchemaFamily): boolean | null {
  const detailSchema = familia === "cte" ? CTE[evento.tpEvento] : `e${evento.tpEvento}_v1.00.xsd`;
  const wholeSchema = familia === "cte" ? "eventoCTe_v4.00.xsd" : "envEvento_v1.00.xsd";
  if (
    detailSchema === undefined ||
    !existsSync(path.join(SCHEMAS_FOLDER, SCHEMA_PACKAGES[familia], detailSchema))
  )
    return null;
  return (
    validate(familia, wholeSchema, messageOf(evento, familia)) &&
    validate(familia, detailSchema, detalheOf(evento, familia))
  );
}

function validate(familia: SchemaFamily, schema: string, xml: string): boolean {
  const document = XmlDocument.fromString(xml);
  try {
    validatorOf(familia, schema).validate(document);
    return true;
  } catch {
    return false;
  } finally {
    document.dispose();
  }
}

/** Cached: a process parses each schema once. */
function validatorOf(familia: SchemaFamily, schema: string): XsdValidator {
  const url = path.join(SCHEMAS_FOLDER, SCHEMA_PACKAGES[familia], schema);
  const known = validators.get(url);
  if (known) return known;
  if (!registered) xmlRegisterFsInputProviders();
  registered = true;
  const xsd = XmlDocument.fromBuffer(readFileSync(url), { url });
  const validator = XsdValidator.fromDoc(xsd);
  validators.set(url, validator);
  return validator;
}

function messageOf({ xml }: ParsedEvento, familia: SchemaFamily): string {
  if (familia === "cte") return xml;
  return `<envEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><idLote>1</idLote>${xml}</envEvento>`;
}

// The element with its own schema: detEvento for NF-e, its child for CT-e.
function detalheOf({ xml, tpEvento }: ParsedEvento, familia: SchemaFamily): string {
  const [detEvento = "", inside = ""] = /<detEvento [^>]*>(.*)<\/detEvento>/s.exec(xml) ?? [];
  const elemento = familia === "cte" ? inside : detEvento;
  const spaced = elemento.replace(/^<(\w+)/, `<$1 xmlns="http://www.portalfiscal.inf.br/${familia}"`);
  // @NOTE the package is of NT 2025.002 v1.30; since v1.40 the recipient may author 211110 too.
  return tpEvento === "211110" ? spaced.replace("<tpAutor>2<", "<tpAutor>1<") : spaced;
}
